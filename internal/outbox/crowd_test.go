package outbox_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// windows asks for the deletion of documents with an undo window, and returns their eventoIds.
func (c *house) windows(p *process, k carpeta.Carpeta, ds []documento.Documento, window time.Duration) (eventos []string) {
	c.t.Helper()
	for _, d := range ds {
		e, err := p.Eliminaciones.Solicitar(c.t.Context(), world.Owner(k), eliminacion.Pedido{Clave: d.Clave(), Ventana: window})
		if err != nil {
			c.t.Fatal(err)
		}
		eventos = append(eventos, e.EventoID)
	}
	return eventos
}

// Many undo windows of one citizen end together. Another citizen of the same operador, whose window ends after all of
// them, does not wait for the crowd; and the crowd does not wait for its turns while nobody else is there.
func TestACitizenPassesTheCrowdOfAnother(t *testing.T) {
	const crowd, minutes = 800, 10 * time.Minute
	c, cfg := newHouse(t), small()
	p := c.process(cfg)
	p.Eliminaciones.Clock = c.clock
	k, ds := c.carpeta("uno", crowd)
	c.windows(p, k, ds, minutes)
	other, one := c.carpeta("uno", 1)
	evento := c.windows(p, other, one, minutes+time.Second)[0]
	c.ahead.Store(int64(minutes + 2*time.Second))
	c.start(p)
	if place := c.placeOf(evento); place > crowd/2 {
		t.Errorf("%d of the %d deletions of one citizen went before that of another", place, crowd)
	}
	c.until(crowd + 1)
}
