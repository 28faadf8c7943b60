package app

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

// trust is whom this deployment trusts, as those read it who verify a document without it.
func (d *Domain) trust(ctx context.Context) ([]byte, error) {
	logs, err := d.Sellador.Llaves().DelAnfitrion()
	if err != nil {
		return nil, err
	}
	entidades, err := d.Entidades.Publicas(ctx)
	if err != nil {
		return nil, err
	}
	return verificable.Confianza{HechaEn: d.clock(), Zona: d.cfg.Location(), Logs: logs, Entidades: entidades}.Bytes()
}
