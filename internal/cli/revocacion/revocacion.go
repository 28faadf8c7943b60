package revocacion

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/notas"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// List is the list of a configuration, and the trail that records its changes.
type List struct {
	Config config.Config
	Denied auth.RevocationList
	Trail  notas.Teller
	Clock  func() time.Time
}

// Run carries out a command.
func (r List) Run(ctx context.Context, c config.Command, out io.Writer) error {
	switch c.Name {
	case config.CmdRevocarList:
		return r.show(ctx, out)
	case config.CmdRevocarRemove:
		return r.remove(ctx, auth.Revocation{JTI: c.Revocar.Remove.JTI, Subject: c.Revocar.Remove.Subject})
	}
	return r.add(ctx, c.Revocar.Add)
}

// change makes a change of the list that is possible. The trail records it before it is made. A change that then fails
// is recorded again, as a failure: the trail rather has too much than too little.
func (r List) change(ctx context.Context, c auditoria.CambioRevocacion, e auth.Revocation, change func([]auth.Revocation) ([]auth.Revocation, error)) error {
	h, told := auditoria.DeRevocacion(c, e), false
	err := r.Denied.Change(ctx, func(all []auth.Revocation) ([]auth.Revocation, error) {
		left, err := change(r.inForce(all))
		if err != nil {
			return nil, err
		}
		if err := r.Trail.Tell(ctx, h); err != nil {
			return nil, fmt.Errorf("the trail cannot be told, so nothing is changed: %w", err)
		}
		told = true
		return left, nil
	})
	if err == nil || !told {
		return err
	}
	h.Resultado = auditoria.Fracaso
	return errors.Join(err, r.Trail.Tell(context.WithoutCancel(ctx), h))
}

// add puts one in the place of an earlier one about the same. An entry is kept as long as
// a token that it means can be good.
func (r List) add(ctx context.Context, a config.RevocarAdd) error {
	e := auth.Revocation{JTI: a.JTI, Subject: a.Subject, Until: r.Clock().UTC()}
	if a.Subject != "" {
		if e.Before = a.Before.UTC(); a.Before.IsZero() {
			e.Before = r.Clock().Add(r.Config.AuthClockSkew).UTC()
		}
		if e.Before.After(e.Until) {
			e.Until = e.Before
		}
	}
	e.Until = e.Until.Add(r.Config.AuthTokenLife + 2*r.Config.AuthClockSkew).Truncate(time.Second)
	if err := e.Valid(); err != nil {
		return err
	}
	return r.change(ctx, auditoria.Revocado, e, func(all []auth.Revocation) ([]auth.Revocation, error) {
		i := slices.IndexFunc(all, e.Same)
		switch {
		case i < 0 && len(all) >= r.Config.RevocationsMax:
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

func (r List) remove(ctx context.Context, e auth.Revocation) error {
	return r.change(ctx, auditoria.Restituido, e, func(all []auth.Revocation) ([]auth.Revocation, error) {
		left := slices.DeleteFunc(slices.Clone(all), e.Same)
		if len(left) == len(all) {
			return nil, errors.New("there is no such revocation; carpeta revocacion listar shows those that there are")
		}
		return left, nil
	})
}

func (r List) show(ctx context.Context, out io.Writer) error {
	return r.Denied.Read(ctx, func(e auth.Revocation) error {
		if !e.Until.After(r.Clock()) {
			return nil
		}
		return auth.WriteRevocations(out, []auth.Revocation{e})
	})
}

// inForce are those that have not expired: each change makes the list shrink.
func (r List) inForce(all []auth.Revocation) (left []auth.Revocation) {
	for _, e := range all {
		if e.Until.After(r.Clock()) {
			left = append(left, e)
		}
	}
	return left
}
