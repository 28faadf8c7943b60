package app

import (
	"context"

	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/notas"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/revocaciones"
)

// newRevocations makes the deny list of this process.
func newRevocations(p process, o ports) *auth.Revocations {
	r := auth.NewRevocations(auth.RevocationsConfig{
		Source: DenyList(p.cfg, o.Store), Max: p.cfg.RevocationsMax, Life: p.cfg.AuthTokenLife, Clock: p.clock, Log: p.log,
	})
	p.metrics.Revocations(r)
	return r
}

// DenyList is where a profile keeps revocations: a file beside the data that a running
// server holds locked, or the table that all servers read.
func DenyList(c config.Config, marcas marca.Store) auth.RevocationList {
	if c.Profile == config.Embedded {
		return auth.NewRevocationFile(c.DataDir)
	}
	return revocaciones.New(marcas, time.Now)
}

// Revocations are the list, and who tells the trail of its changes, for a command beside running servers. Close it.
type Revocations struct {
	List  auth.RevocationList
	Trail notas.Teller
	Close func()
}

// OpenRevocations opens no more of the stores than the list needs.
func OpenRevocations(ctx context.Context, c config.Config) (Revocations, error) {
	if c.Profile == config.Embedded {
		return Revocations{DenyList(c, nil), notas.Folder{Dir: c.DataDir, Clock: time.Now}, func() {}}, datafolder.Make(c.DataDir)
	}
	peer, err := trust.Load("CARPETA_DYNAMODB", c.DynamodbTLS, time.Now)
	if err != nil {
		return Revocations{}, err
	}
	store, err := connectDynamo(ctx, c, dynamostore.Config{Peer: peer, Clock: time.Now})
	if err != nil {
		return Revocations{}, err
	}
	return Revocations{DenyList(c, store), notas.Trail{Anotador: store}, store.Close}, nil
}
