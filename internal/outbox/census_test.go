package outbox_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// deFiguras are the figures of one operador, brought up to date.
func (p *proceso) deFiguras(t *testing.T, operadorID string) outbox.Figures {
	t.Helper()
	if err := outbox.Count(p.counter, t.Context()); err != nil {
		t.Fatal(err)
	}
	todas, leido := p.board.Figures()
	if leido.IsZero() {
		t.Fatal("the store never answered")
	}
	for _, f := range todas {
		if f.OperadorID == operadorID {
			return f
		}
	}
	t.Fatalf("nothing is told of %s: %v", operadorID, todas)
	return outbox.Figures{}
}

func (p *proceso) barrer(t *testing.T) {
	t.Helper()
	if err := outbox.Sweep(p.sweeper, t.Context()); err != nil {
		t.Fatal(err)
	}
}

// saga puts one deletion into the store, changed before.
func (c *casa) saga(operadorID string, cambiar func(*eliminacion.Eliminacion)) {
	c.t.Helper()
	ahora := time.Now()
	e := eliminacion.Eliminacion{
		EventoID: uuid.Must(uuid.NewV7()).String(), OperadorID: operadorID, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: ahora, NoAntesDe: ahora,
	}
	cambiar(&e)
	k, ds := c.carpeta(operadorID, 1, e.Paso == eliminacion.Aprobacion)
	e.CarpetaID, e.DocumentoID, e.StoragePath = k.CarpetaID, ds[0].DocumentoID, ds[0].StoragePath
	if err := c.store.Iniciar(c.t.Context(), e); err != nil {
		c.t.Fatal(err)
	}
}

// hace is the id of something that began a while ago.
func hace(t *testing.T, d time.Duration) string {
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
	c, cfg := nuevaCasa(t), pequena()
	c.atrasar("grande", outbox.CountUpTo+300)
	c.atrasar("chico", 3)
	p := c.proceso(cfg)
	p.barrer(t) // nobody consumes: what is leased stays out
	if f := p.deFiguras(t, "grande"); f.Backlog != outbox.CountUpTo || f.OldestDue <= 0 || f.OldestDue > time.Minute {
		t.Errorf("%+v", f)
	}
	if f := p.deFiguras(t, "chico"); f.Backlog != 0 || f.OldestDue != 0 {
		t.Errorf("what was handed out counts as backlog: %+v", f)
	}
}

func TestCensusTellsTheOldestSaga(t *testing.T) {
	minuto := time.Minute
	casos := []struct {
		nombre   string
		cambiar  func(*eliminacion.Eliminacion)
		min, max time.Duration
	}{
		{"stuck, leased for minutes", func(e *eliminacion.Eliminacion) {
			e.EventoID, e.SolicitadaEn = hace(t, 8*minuto), e.SolicitadaEn.Add(-8*minuto)
			e.Arriendos, e.NoAntesDe = 4, e.NoAntesDe.Add(5*minuto)
		}, 8 * minuto, 9 * minuto},
		{"in an undo window of an hour", func(e *eliminacion.Eliminacion) {
			e.EventoID, e.SolicitadaEn, e.Paso = hace(t, 55*minuto), e.SolicitadaEn.Add(-55*minuto), eliminacion.Espera
			e.VentanaHasta = e.SolicitadaEn.Add(60 * minuto)
			e.NoAntesDe = e.VentanaHasta
		}, 0, 0},
		{"its undo window is over, nobody moves it on", func(e *eliminacion.Eliminacion) {
			e.EventoID, e.SolicitadaEn, e.Paso = hace(t, 66*minuto), e.SolicitadaEn.Add(-66*minuto), eliminacion.Espera
			e.VentanaHasta = e.SolicitadaEn.Add(60 * minuto)
			e.NoAntesDe, e.Arriendos = e.NoAntesDe.Add(minuto), 2
		}, 6 * minuto, 7 * minuto},
		{"a person has to approve it", func(e *eliminacion.Eliminacion) {
			e.EventoID, e.SolicitadaEn, e.Paso = hace(t, 500*minuto), e.SolicitadaEn.Add(-500*minuto), eliminacion.Aprobacion
			e.Aprobacion = &eliminacion.Solicitud{Motivo: "ya no sirve", Hasta: e.NoAntesDe.Add(5 * minuto), Decision: eliminacion.PorDecidir}
			e.NoAntesDe = e.Aprobacion.Hasta
		}, 0, 0},
		{"just begun", func(e *eliminacion.Eliminacion) { e.NoAntesDe, e.Arriendos = e.NoAntesDe.Add(minuto), 1 }, 0, minuto},
	}
	for _, k := range casos {
		t.Run(k.nombre, func(t *testing.T) {
			c := nuevaCasa(t)
			c.saga("uno", k.cambiar)
			p := c.proceso(pequena())
			p.barrer(t)
			if got := p.deFiguras(t, "uno").OldestSaga; got < k.min || got > k.max {
				t.Errorf("%s, want %s to %s", got, k.min, k.max)
			}
		})
	}
}

// While the store does not answer nothing is told: an old zero would be an all-clear.
func TestCensusForgetsWhileTheStoreIsAway(t *testing.T) {
	c := nuevaCasa(t)
	c.atrasar("uno", 2)
	p := c.proceso(pequena())
	p.barrer(t)
	p.deFiguras(t, "uno")
	if err := c.store.Close(); err != nil {
		t.Fatal(err)
	}
	p.board.Despertar("uno", time.Now())
	if outbox.Sweep(p.sweeper, t.Context()) == nil {
		t.Fatal("a sweep of a closed store succeeded")
	}
	if todas, leido := p.board.Figures(); len(todas) > 0 || leido.IsZero() {
		t.Errorf("still told, of %v: %v", leido, todas)
	}
	if outbox.Count(p.counter, context.WithoutCancel(t.Context())) == nil {
		t.Error("a census of a closed store succeeded")
	}
}
