package app

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// trust is whom this deployment trusts, as those read it who verify a document without it.
func (d *Domain) trust(ctx context.Context) ([]byte, error) {
	logs, err := d.Sellador.Llaves().Publicas(sellado.Anfitrion)
	if err != nil {
		return nil, err
	}
	entidades, err := d.Entidades.Publicas(ctx)
	if err != nil {
		return nil, err
	}
	return verificable.Confianza{HechaEn: d.clock(), Zona: d.cfg.Location(), Logs: logs, Entidades: entidades}.Bytes()
}

// list is a status list as anybody may read it, signed with the key of the logs: one key vouches for all.
func (d *Domain) list(ctx context.Context, number int64) ([]byte, error) {
	return d.Entregas.TokenDeLista(ctx, number, func(b []byte) ([]byte, error) { return d.Sellador.Llaves().Firmar(b, d.clock()) })
}
