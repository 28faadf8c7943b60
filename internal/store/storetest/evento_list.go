package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

var casesEventoList = []testCase{
	{"eventos/any filter, both directions, any page size", "", eventosDifferential},
	{"eventos/what comes late is not passed", "", eventosLate},
	{"eventos/days without events", "", eventosSparse},
	{"eventos/a rare filter stops, and goes on", "", eventosRare},
	{"eventos/what is kept from the reader costs nothing", "", eventosHidden},
	{"eventos/a walk through much that is kept from the reader ends where it would without", "", eventosMuchHidden},
	{"eventos/refused arguments", "", eventosRefused},
}

const day = 24 * time.Hour

func eventosDifferential(t *testing.T, b *world) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	w := newTrail(b)
	for _, at := range trailPlan(r, b.clock.Now()) {
		b.clock.advance(max(0, at.Sub(b.clock.Now())))
		w.note(t, w.someEvento(r))
	}
	for _, o := range w.operadores {
		for _, desc := range []bool{false, true} {
			c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: o}, Descendente: desc, Limite: 1001}
			w.requirePage(t, c)
			c.Limite = 1 + r.IntN(12)
			w.requireThereAndBack(t, c)
		}
	}
	for range 40 {
		c := auditoria.Consulta{Filtro: w.someFiltro(r), Descendente: r.IntN(2) == 0, Limite: 1001}
		w.requirePage(t, c)
		c.Limite = 1 + r.IntN(9)
		w.requireThereAndBack(t, c)
	}
}

// eventosLate: a reader who keeps the last key sees each event once, however late it is committed.
func eventosLate(t *testing.T, b *world) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	w := newTrail(b)
	o, seen := w.operadores[0], map[string]int{}
	c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: o}, Limite: 7}
	read := func() {
		for {
			c.Hasta = b.clock.Now().Add(-auditoria.Asentamiento)
			es, err := w.page(c)
			require(t, err)
			for _, e := range es {
				seen[e.EventoID]++
				c.Despues = e.ClaveOrden()
			}
			if len(es) < c.Limite {
				return
			}
		}
	}
	for range 60 {
		b.clock.advance(time.Duration(r.IntN(5000)) * time.Millisecond)
		late := b.clock.Now().Add(-time.Duration(r.IntN(29_000)) * time.Millisecond)
		e := w.someEvento(r)
		e.OperadorID, e.Momento, e.EventoID = o, late, idAt(late)
		w.note(t, e)
		read()
	}
	b.clock.advance(time.Minute)
	read()
	for _, e := range w.all {
		if seen[e.EventoID] != 1 {
			t.Errorf("event of %s was seen %d times", e.Momento, seen[e.EventoID])
		}
	}
}

// eventosSparse: one event every few days, and pages are full all the same.
func eventosSparse(t *testing.T, b *world) {
	w := newTrail(b)
	r := rand.New(rand.NewPCG(1, 1))
	for range 70 {
		b.clock.advance(5 * day)
		e := w.someEvento(r)
		e.OperadorID, e.Tipo = w.operadores[0], auditoria.DocumentoEditado
		w.note(t, e)
	}
	for _, desc := range []bool{false, true} {
		c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: w.operadores[0]}, Descendente: desc, Limite: 20}
		es, err := b.Eventos(b.ctx, c)
		require(t, err)
		requireSame(t, "first page", es, w.want(c)[:20])
		w.requireThereAndBack(t, c)
	}
}

// eventosRare: what hardly anybody has is looked for in bounded walks, and paid for.
func eventosRare(t *testing.T, b *world) {
	w := newTrail(b)
	o := w.operadores[0]
	const n = 500
	b.MaxLooks = 200
	batch := make([]auditoria.Evento, 0, n)
	now := b.clock.Now()
	for i := range n {
		e := auditoria.Evento{EventoID: idAt(now), Momento: now, OperadorID: o, Tipo: auditoria.DocumentoEditado, CorrelacionID: "c"}
		if i == n-1 {
			e.Tipo = auditoria.DocumentoVisto
		}
		batch = append(batch, e)
	}
	require(t, b.Anotar(b.ctx, batch[:n-1]...))
	b.clock.advance(time.Second)
	last := batch[n-1]
	last.Momento = b.clock.Now()
	last.EventoID = idAt(last.Momento)
	w.note(t, last)
	for _, f := range []auditoria.Filtro{{OperadorID: o, Tipo: last.Tipo}, {CorrelacionID: "c", Tipo: last.Tipo}} {
		ctx, tab := quota.WithTab(b.ctx, 10*n)
		walks, c := 0, auditoria.Consulta{Filtro: f, Limite: 5}
		var found []auditoria.Evento
		for {
			walks++
			es, err := b.Eventos(ctx, c)
			found = append(found, es...)
			var stopped relay.Stopped
			if !errors.As(err, &stopped) {
				require(t, err)
				break
			}
			if stopped.After <= c.Despues {
				t.Fatalf("the walk goes on at %q after %q", stopped.After, c.Despues)
			}
			c.Despues = stopped.After
		}
		requireSame(t, "found", found, w.all)
		if walks < 2 || tab.Spent() < n-1 || tab.Spent() > 2*n {
			t.Errorf("%+v: %d walks, %d looked at in vain; want several and %d, shards that were ahead again", f, walks, tab.Spent(), n-1)
		}
	}
}

// eventosHidden: two trails differ in what is kept from the reader. No list, and no price, tells which is which.
func eventosHidden(t *testing.T, b *world) {
	w := newTrail(b)
	o, inquired := w.operadores[0], w.operadores[1]
	now := b.clock.Now()
	event := func(operadorID, actorTipo, actorID string, tipo auditoria.Tipo) {
		e := auditoria.Evento{EventoID: idAt(now), Momento: now, OperadorID: operadorID, CarpetaID: "k" + operadorID, Tipo: tipo, Actor: auditoria.Actor{Tipo: actorTipo, ID: actorID}}
		require(t, b.Anotar(b.ctx, e))
	}
	for range 6 {
		for _, id := range []string{o, inquired} {
			event(id, "ciudadano", "ana", auditoria.DocumentoVisto)
			event(id, "auditor", "iris", auditoria.EliminacionDecidida)
		}
		event(inquired, "auditor", "iris", auditoria.AuditoriaLeida)
	}
	shared := auditoria.Evento{EventoID: idAt(now), Momento: now, OperadorID: newOperador(), CarpetaID: "k" + inquired, Tipo: auditoria.DocumentoEditado}
	require(t, b.Anotar(b.ctx, shared)) // of another's trail, under the same key
	look := func(f auditoria.Filtro, operadorID string, limit int) string {
		f.Lector = operadorID
		f.OperadorID = operadorID
		if f.CarpetaID != "" {
			f.CarpetaID += operadorID
		}
		ctx, tab := quota.WithTab(b.ctx, 1000)
		es, err := b.Eventos(ctx, auditoria.Consulta{Filtro: f, Descendente: true, Limite: limit})
		if limit < 100 {
			return fmt.Sprint(len(es), err) // how far shards were read is chance
		}
		return fmt.Sprint(len(es), " ", tab.Spent(), err)
	}
	for _, f := range []auditoria.Filtro{{}, {Actor: "iris"}, {Actor: "nadie"}, {Tipo: auditoria.AuditoriaLeida}, {CarpetaID: "k"}, {CarpetaID: "k", Actor: "iris"}} {
		for _, limit := range []int{1, 2, 1000} {
			eventually(t, b.ctx, func() error {
				if got, want := look(f, inquired, limit), look(f, o, limit); got != want {
					return fmt.Errorf("%+v, %d: %s with an inquiry, %s without", f, limit, got, want)
				}
				return nil
			})
		}
	}
}

// eventosMuchHidden: more than a list may look at is kept from the reader, in one trail and under one correlation.
func eventosMuchHidden(t *testing.T, b *world) {
	w := newTrail(b)
	o, inquired := w.operadores[0], w.operadores[1]
	b.MaxLooks = 100
	now := b.clock.Now()
	note := func(n int, e auditoria.Evento) {
		es := make([]auditoria.Evento, n)
		for i := range es {
			es[i] = e
			es[i].EventoID, es[i].Momento = idAt(now), now
		}
		require(t, b.Anotar(b.ctx, es...))
	}
	look := auditoria.Evento{Tipo: auditoria.DocumentoVisto, Actor: auditoria.Actor{Tipo: "ciudadano", ID: "ana"}}
	inquiry := auditoria.Evento{Tipo: auditoria.AuditoriaLeida, Actor: auditoria.Actor{Tipo: "auditor", ID: "iris"}}
	for _, id := range []string{o, inquired} {
		look.OperadorID, look.CorrelacionID = id, "c"+id
		note(30, look)
	}
	inquiry.OperadorID, inquiry.CorrelacionID = inquired, "c"+inquired
	note(400, inquiry)
	look.OperadorID, look.CorrelacionID = newOperador(), "c"+inquired
	note(400, look) // of another's trail, under the same correlation
	for _, f := range []auditoria.Filtro{{}, {Actor: "nadie"}, {CorrelacionID: "c"}, {CorrelacionID: "c", Actor: "nadie"}} {
		for _, desc := range []bool{false, true} {
			for _, limit := range []int{5, 1000} {
				eventually(t, b.ctx, func() error {
					var told [2]string
					for i, id := range []string{o, inquired} {
						f := f
						f.OperadorID, f.Lector = id, id
						if f.CorrelacionID != "" {
							f.CorrelacionID += id
						}
						ctx, tab := quota.WithTab(b.ctx, 10_000)
						es, err := b.Eventos(ctx, auditoria.Consulta{Filtro: f, Descendente: desc, Limite: limit})
						told[i] = fmt.Sprint(len(es), err)
						if limit == 1000 { // else how far shards were read is chance
							told[i] += fmt.Sprint(" for ", tab.Spent())
						}
					}
					if told[0] != told[1] {
						return fmt.Errorf("%+v, %d: %s with an inquiry, %s without", f, limit, told[1], told[0])
					}
					return nil
				})
			}
		}
	}
}

func eventosRefused(t *testing.T, b *world) {
	o := auditoria.Filtro{OperadorID: "o"}
	for name, c := range map[string]auditoria.Consulta{
		"no limit":                    {Filtro: o},
		"a large limit":               {Filtro: o, Limite: 1002},
		"nothing to look by":          {Limite: 1},
		"a document without carpeta":  {Filtro: auditoria.Filtro{OperadorID: "o", DocumentoID: "d"}, Limite: 1},
		"only a kind":                 {Filtro: auditoria.Filtro{Tipo: auditoria.DocumentoVisto}, Limite: 1},
		"a negative limit":            {Filtro: o, Limite: -1},
		"a document with correlation": {Filtro: auditoria.Filtro{CorrelacionID: "c", DocumentoID: "d"}, Limite: 1},
	} {
		if _, err := b.Eventos(b.ctx, c); !errors.Is(err, fault.InvalidPaginationArguments) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, key := range []string{"x", "#", "2026-11-22", "~"} {
		_, err := b.Eventos(b.ctx, auditoria.Consulta{Filtro: o, Limite: 1, Despues: key})
		requireCode(t, err, fault.InvalidCursorToken)
	}
	now := b.clock.Now()
	for _, f := range []auditoria.Filtro{{OperadorID: "o", Desde: now, Hasta: now}, {OperadorID: "o", Desde: now, Hasta: now.Add(-time.Hour)}} {
		for _, desc := range []bool{false, true} {
			es, err := b.Eventos(b.ctx, auditoria.Consulta{Filtro: f, Limite: 1, Descendente: desc, Despues: auditoria.ClaveEn(now, newID())})
			require(t, err)
			requireSame(t, "events of no time", es, []auditoria.Evento{})
		}
	}
}
