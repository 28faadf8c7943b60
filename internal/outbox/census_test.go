package outbox_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// figuresOf are the figures of one operador, brought up to date.
func (p *process) figuresOf(t *testing.T, operadorID string) outbox.Figures {
	t.Helper()
	if err := outbox.Count(p.Counter, t.Context()); err != nil {
		t.Fatal(err)
	}
	all, read := p.Board.Figures()
	if read.IsZero() {
		t.Fatal("the store never answered")
	}
	for _, f := range all {
		if f.OperadorID == operadorID {
			return f
		}
	}
	t.Fatalf("nothing is told of %s: %v", operadorID, all)
	return outbox.Figures{}
}

func (p *process) sweep(t *testing.T) {
	t.Helper()
	if err := outbox.Sweep(p.Sweeper, t.Context()); err != nil {
		t.Fatal(err)
	}
}

// saga puts one deletion into the store, changed before.
func (c *house) saga(operadorID string, change func(*eliminacion.Eliminacion)) {
	c.t.Helper()
	now := time.Now()
	e := eliminacion.Eliminacion{
		EventoID: uuid.Must(uuid.NewV7()).String(), OperadorID: operadorID, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now, NoAntesDe: now,
	}
	change(&e)
	k, ds := c.carpeta(operadorID, 1, e.Paso == eliminacion.Aprobacion)
	e.CarpetaID, e.DocumentoID, e.StoragePath = k.CarpetaID, ds[0].DocumentoID, ds[0].StoragePath
	if err := c.Store.Iniciar(c.t.Context(), e, world.Hecho()); err != nil {
		c.t.Fatal(err)
	}
}

// ago is the id of something that began a while ago.
func ago(t *testing.T, d time.Duration) string {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	ms := time.Now().Add(-d).UnixMilli()
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	if age := time.Since(eliminacion.NacidaEn(id.String())); age < d || age > d+time.Minute {
		t.Fatalf("an id of %s ago tells %s", d, age)
	}
	return id.String()
}

func TestCensusCountsTheBacklog(t *testing.T) {
	c, cfg := newHouse(t), small()
	c.backlog("grande", outbox.CountUpTo+300)
	c.backlog("chico", 3)
	p := c.process(cfg)
	p.sweep(t) // nobody consumes: leased commands stay out
	many, few := p.figuresOf(t, "grande"), p.figuresOf(t, "chico")
	if many.Backlog != outbox.CountUpTo {
		t.Errorf("backlog %d, want %d", many.Backlog, outbox.CountUpTo)
	}
	if many.OldestDue <= 0 || many.OldestDue > time.Minute {
		t.Errorf("the oldest has been due for %v", many.OldestDue)
	}
	if diff := cmp.Diff(outbox.Figures{OperadorID: "chico", OldestSaga: few.OldestSaga}, few); diff != "" {
		t.Errorf("what was handed out counts as backlog (-want +got):\n%s", diff)
	}
}

func TestCensusTellsTheOldestSaga(t *testing.T) {
	minute := time.Minute
	cases := []struct {
		name     string
		change   func(*eliminacion.Eliminacion)
		min, max time.Duration
	}{
		{"stuck, leased for minutes", func(e *eliminacion.Eliminacion) {
			e.EventoID, e.SolicitadaEn = ago(t, 8*minute), e.SolicitadaEn.Add(-8*minute)
			e.Arriendos, e.NoAntesDe = 4, e.NoAntesDe.Add(5*minute)
		}, 8 * minute, 9 * minute},
		{"in an undo window of an hour", func(e *eliminacion.Eliminacion) {
			e.EventoID, e.SolicitadaEn, e.Paso = ago(t, 55*minute), e.SolicitadaEn.Add(-55*minute), eliminacion.Espera
			e.VentanaHasta = e.SolicitadaEn.Add(60 * minute)
			e.NoAntesDe = e.VentanaHasta
		}, 0, 0},
		{"its undo window is over, nobody moves it on", func(e *eliminacion.Eliminacion) {
			e.EventoID, e.SolicitadaEn, e.Paso = ago(t, 66*minute), e.SolicitadaEn.Add(-66*minute), eliminacion.Espera
			e.VentanaHasta = e.SolicitadaEn.Add(60 * minute)
			e.NoAntesDe, e.Arriendos = e.NoAntesDe.Add(minute), 2
		}, 6 * minute, 7 * minute},
		{"a person has to approve it", func(e *eliminacion.Eliminacion) {
			e.EventoID, e.SolicitadaEn, e.Paso = ago(t, 500*minute), e.SolicitadaEn.Add(-500*minute), eliminacion.Aprobacion
			e.Aprobacion = &eliminacion.PedidoDeAprobacion{Motivo: "ya no sirve", Hasta: e.NoAntesDe.Add(5 * minute), Decision: eliminacion.PorDecidir}
			e.NoAntesDe = e.Aprobacion.Hasta
		}, 0, 0},
		{"just begun", func(e *eliminacion.Eliminacion) { e.NoAntesDe, e.Arriendos = e.NoAntesDe.Add(minute), 1 }, 0, minute},
	}
	for _, k := range cases {
		t.Run(k.name, func(t *testing.T) {
			c := newHouse(t)
			c.saga("uno", k.change)
			p := c.process(small())
			p.sweep(t)
			if got := p.figuresOf(t, "uno").OldestSaga; got < k.min || got > k.max {
				t.Errorf("%s, want %s to %s", got, k.min, k.max)
			}
		})
	}
}

// While the store does not answer nothing is told: an old zero would be an all-clear.
func TestCensusForgetsWhileTheStoreIsAway(t *testing.T) {
	c := newHouse(t)
	c.backlog("uno", 2)
	p := c.process(small())
	p.sweep(t)
	p.figuresOf(t, "uno")
	if err := c.Store.Close(); err != nil {
		t.Fatal(err)
	}
	p.Board.Despertar("uno", time.Now())
	if outbox.Sweep(p.Sweeper, t.Context()) == nil {
		t.Fatal("a sweep of a closed store succeeded")
	}
	if all, read := p.Board.Figures(); len(all) > 0 || read.IsZero() {
		t.Errorf("still told, of %v: %v", read, all)
	}
	if outbox.Count(p.Counter, context.WithoutCancel(t.Context())) == nil {
		t.Error("a census of a closed store succeeded")
	}
}
