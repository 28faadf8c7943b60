package outbox_test

import (
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
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
	const crowd, minutes = 400, 10 * time.Minute
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

// While nobody else waits a crowd is sent before its turns, also those that stand behind what was leased meanwhile: in
// the index a lease of twenty seconds comes before a turn in a minute.
func TestACrowdAloneDoesNotWaitForItsTurns(t *testing.T) {
	const crowd, minutes = 150, 10 * time.Minute
	c, cfg := newHouse(t), small()
	cfg.Window, cfg.WindowEach, cfg.SlotEach = 1000, 1000, 1
	clock := now
	p := &process{world.NewProcess(t, world.Config{Outbox: cfg, Clock: func() time.Time { return clock }}, world.Ports{Store: c.Store, Objetos: c.Objetos, Broker: c.Broker})}
	k, ds := c.carpeta("uno", crowd)
	c.windows(p, k, ds, minutes)
	for wait := minutes - time.Second; ; wait = 50 * time.Millisecond {
		clock = clock.Add(wait)
		if err := outbox.Sweep(p.Sweeper, t.Context()); err != nil {
			t.Fatal(err)
		}
		ps, err := c.Store.Vencidas(t.Context(), "uno", clock.Add(time.Hour), 2*crowd)
		if err != nil {
			t.Fatal(err)
		}
		waiting := len(slices.DeleteFunc(ps, func(p eliminacion.Pendiente) bool { return p.Arriendos > 0 }))
		switch late := clock.Sub(now) - minutes; {
		case late < 0 && waiting < crowd:
			t.Fatalf("%d were sent before their window ended", crowd-waiting)
		case late >= 0 && waiting == 0:
			return
		case late > 20*time.Second:
			t.Fatalf("%v after the windows ended %d wait for their turns", late, waiting)
		}
	}
}
