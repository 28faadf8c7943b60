package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/notas"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// deniable is a source of revocations that can be changed.
type deniable interface {
	auth.RevocationSource
	// Change replaces the list by what change makes of it.
	Change(ctx context.Context, change func([]auth.Revocation) ([]auth.Revocation, error)) error
}

// denyList is where a profile keeps revocations: a file beside the data that a running
// server holds locked, or the table that all servers read.
func denyList(c config.Config, marcas marcas, clock func() time.Time) deniable {
	if c.Profile == config.Embedded {
		return auth.NewRevocationFile(c.DataDir)
	}
	return &storedRevocations{marcas: marcas, clock: clock}
}

// revocar works beside running servers.
func revocar(ctx context.Context, c config.Command, out io.Writer) error {
	r := revocacion{cfg: c.Config, now: time.Now()}
	if c.Config.Profile == config.Embedded {
		if err := lives(c.Config.DataDir); err != nil {
			return err
		}
		if err := os.MkdirAll(c.Config.DataDir, 0o700); err != nil {
			return fmt.Errorf("creating the data folder: %w: name the server's with CARPETA_DATA_DIR", err)
		}
		r.list, r.trail = denyList(c.Config, nil, nil), notas.Folder{Dir: c.Config.DataDir, Clock: time.Now}
	} else {
		peer, err := trust.Load("CARPETA_DYNAMODB", c.Config.DynamodbTLS, time.Now)
		if err != nil {
			return err
		}
		store, err := connectDynamo(ctx, c.Config, dynamostore.Config{Peer: peer, Clock: time.Now})
		if err != nil {
			return err
		}
		defer store.Close()
		r.list, r.trail = denyList(c.Config, store, time.Now), toldStore{store}
	}
	switch c.Name {
	case config.CmdRevocarList:
		return r.show(ctx, out)
	case config.CmdRevocarRemove:
		return r.remove(ctx, auth.Revocation{JTI: c.Revocar.Remove.JTI, Subject: c.Revocar.Remove.Subject})
	}
	return r.add(ctx, c.Revocar.Add)
}

// revocacion is one change of the list, or a look at it.
type revocacion struct {
	cfg   config.Config
	now   time.Time
	list  deniable
	trail teller
}

// change makes a change of the list that is possible, and has the trail told before it is made. One that fails
// then is told again, as a failure: too much is told rather than too little.
func (r revocacion) change(ctx context.Context, c auditoria.CambioRevocacion, e auth.Revocation, change func([]auth.Revocation) ([]auth.Revocation, error)) error {
	h, told := auditoria.DeRevocacion(c, e), false
	err := r.list.Change(ctx, func(all []auth.Revocation) ([]auth.Revocation, error) {
		left, err := change(r.inForce(all))
		if err != nil {
			return nil, err
		}
		if err := r.trail.Tell(ctx, h); err != nil {
			return nil, fmt.Errorf("the trail cannot be told, so nothing is changed: %w", err)
		}
		told = true
		return left, nil
	})
	if err == nil || !told {
		return err
	}
	h.Resultado = auditoria.Fracaso
	return errors.Join(err, r.trail.Tell(context.WithoutCancel(ctx), h))
}

// add puts one in the place of an earlier one about the same. An entry is kept as long as
// a token that it means can be good.
func (r revocacion) add(ctx context.Context, a config.RevocarAdd) error {
	e := auth.Revocation{JTI: a.JTI, Subject: a.Subject, Until: r.now.UTC()}
	if a.Subject != "" {
		if e.Before = a.Before.UTC(); a.Before.IsZero() {
			e.Before = r.now.Add(r.cfg.AuthClockSkew).UTC()
		}
		if e.Before.After(e.Until) {
			e.Until = e.Before
		}
	}
	e.Until = e.Until.Add(r.cfg.AuthTokenLife + 2*r.cfg.AuthClockSkew).Truncate(time.Second)
	if err := e.Valid(); err != nil {
		return err
	}
	return r.change(ctx, auditoria.Revocado, e, func(all []auth.Revocation) ([]auth.Revocation, error) {
		i := slices.IndexFunc(all, e.Same)
		switch {
		case i < 0 && len(all) >= r.cfg.RevocationsMax:
			return nil, fmt.Errorf("there are %d revocations: raise CARPETA_REVOCATIONS_MAX here and at the servers", len(all))
		case i < 0:
			return append(all, e), nil
		case all[i].Before.After(e.Before):
			return nil, fmt.Errorf("the tokens of %s that were issued before %s are revoked already", e.Subject, all[i].Before.Format(time.RFC3339))
		}
		all[i] = e
		return all, nil
	})
}

func (r revocacion) remove(ctx context.Context, e auth.Revocation) error {
	return r.change(ctx, auditoria.Restituido, e, func(all []auth.Revocation) ([]auth.Revocation, error) {
		left := slices.DeleteFunc(slices.Clone(all), e.Same)
		if len(left) == len(all) {
			return nil, errors.New("there is no such revocation; carpeta revocacion listar shows those that there are")
		}
		return left, nil
	})
}

func (r revocacion) show(ctx context.Context, out io.Writer) error {
	return r.list.Read(ctx, func(e auth.Revocation) error {
		if !e.Until.After(r.now) {
			return nil
		}
		return auth.WriteRevocations(out, []auth.Revocation{e})
	})
}

// inForce are those that have not expired: each change makes the list shrink.
func (r revocacion) inForce(all []auth.Revocation) (left []auth.Revocation) {
	for _, e := range all {
		if e.Until.After(r.now) {
			left = append(left, e)
		}
	}
	return left
}

// wireRevocations makes the deny list of this process.
func (a *App) wireRevocations() {
	a.revocations = auth.NewRevocations(auth.RevocationsConfig{
		Source: denyList(a.cfg, a.p.store, a.clock), Max: a.cfg.RevocationsMax, Life: a.cfg.AuthTokenLife, Clock: a.clock, Log: a.log,
	})
	a.metrics.Revocations(a.revocations)
}
