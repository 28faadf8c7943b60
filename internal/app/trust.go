package app

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// trust is whom this deployment trusts, as those read it who verify a document without it. It has no logs where nothing is
// sealed.
func (d *Domain) trust(ctx context.Context) ([]byte, error) {
	c := verificable.Confianza{HechaEn: d.clock(), Zona: d.cfg.Location()}
	var since time.Time
	var err error
	if d.Sellador != nil {
		if c.Logs, err = d.Sellador.Llaves().Publicas(sellado.Anfitrion); err != nil {
			return nil, err
		}
		since = c.Logs[0].From
	}
	if c.Entidades, err = d.Entidades.Publicas(ctx, since); err != nil {
		return nil, err
	}
	return c.Bytes()
}

// jwks are the keys of the host for programs that read status lists and know nothing of logs.
func (d *Domain) jwks(context.Context) ([]byte, error) {
	keys, err := d.Sellador.Llaves().Publicas(sellado.Anfitrion)
	if err != nil {
		return nil, err
	}
	return verificable.LlavesDeListas(keys, d.clock())
}

// list is a status list as anybody may read it, signed with the key of the logs: one key vouches for all.
func (d *Domain) list(ctx context.Context, number int64) ([]byte, error) {
	key, err := d.Sellador.Llaves().Firmante(d.clock())
	if err != nil {
		return nil, err
	}
	return d.Entregas.TokenDeLista(ctx, number, key)
}
