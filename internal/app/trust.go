package app

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// trust is whom this deployment trusts, as those read it who verify a document without it. It has no logs where nothing is
// sealed.
func (d *Domain) trust(ctx context.Context) ([]byte, error) {
	var logs verify.Keys
	var since time.Time
	if d.Sellador != nil {
		var err error
		if logs, err = d.Sellador.Llaves().Publicas(sellado.Anfitrion); err != nil {
			return nil, err
		}
		since = logs[0].From
	}
	entidades, err := d.Entidades.Publicas(ctx, since)
	if err != nil {
		return nil, err
	}
	return verificable.Confianza{HechaEn: d.clock(), Zona: d.cfg.Location(), Logs: logs, Entidades: entidades}.Bytes()
}

// list is a status list as anybody may read it, signed with the key of the logs: one key vouches for all.
func (d *Domain) list(ctx context.Context, number int64) ([]byte, error) {
	return d.Entregas.TokenDeLista(ctx, number, func(b []byte) ([]byte, error) { return d.Sellador.Llaves().Firmar(b, d.clock()) })
}
