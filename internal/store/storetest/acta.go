package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesActa = []testCase{
	{"acta/by time as by number, both ways", "", actaBothWays},
	{"acta/the same again changes nothing, another is a conflict", "", actaOnce},
	{"acta/as large as one may be", "", actaLarge},
	{"acta/numbers of late events", "", actaRezagados},
	{"acta/events in order after a key, over days", "", actaEventsAfter},
}

func eventoIDAt(t time.Time, n int) string {
	ms := t.UnixMilli()
	return fmt.Sprintf("%08x-%04x-7000-8000-%012x", ms>>16, ms&0xffff, n)
}

func actaBothWays(t *testing.T, b *world) {
	begin := b.clock.Now().Truncate(time.Millisecond)
	var all []sellado.Acta
	for n := range 6 { // pairs have one time
		at := begin.Add(time.Duration(n/2) * time.Minute)
		all = append(all, sellado.Acta{Primera: int64(2 * n), Hasta: at, Eventos: []string{eventoIDAt(at, 2*n), eventoIDAt(at, 2*n+1)}})
	}
	for _, n := range []int{3, 0, 5, 1, 4, 2} {
		require(t, b.PonerActa(b.ctx, "op-a", all[n]))
	}
	require(t, b.PonerActa(b.ctx, "op-ab", sellado.Acta{Hasta: begin, Eventos: []string{eventoIDAt(begin, 99)}}))
	require(t, b.PonerRezagado(b.ctx, "op-a", eventoIDAt(begin, 98), 7))

	down := slices.Clone(all)
	slices.Reverse(down)
	for limit, want := range map[int][]sellado.Acta{0: down, 1: down[:1], 4: down[:4], 9: down} {
		got, err := b.UltimasActas(b.ctx, "op-a", time.Time{}, limit)
		require(t, err)
		requireSame(t, fmt.Sprintf("the last %d", limit), got, want)
	}
	got, err := b.UltimasActas(b.ctx, "op-a", begin.Add(time.Minute), 0)
	require(t, err)
	requireSame(t, "down to a minute", got, down[:4])
	got, err = b.ActasDesde(b.ctx, "op-a", begin.Add(time.Minute), 0, 3)
	require(t, err)
	requireSame(t, "from a minute", got, all[2:5])
	got, err = b.ActasDesde(b.ctx, "op-a", begin.Add(time.Minute), 5, 99)
	require(t, err)
	requireSame(t, "from a number in that minute", got, all[3:])
	got, err = b.ActasDesde(b.ctx, "op-nobody", begin, 0, 99)
	require(t, err)
	requireSame(t, "of nobody", len(got), 0)
}

func actaOnce(t *testing.T, b *world) {
	at := b.clock.Now().Truncate(time.Millisecond)
	a := sellado.Acta{Primera: 7, Hasta: at, Eventos: []string{eventoIDAt(at, 1)}}
	require(t, b.PonerActa(b.ctx, "op", a))
	require(t, b.PonerActa(b.ctx, "op", a))
	other := a
	other.Eventos = []string{eventoIDAt(at, 2)}
	requireCode(t, b.PonerActa(b.ctx, "op", other), fault.Conflict)
	got, err := b.UltimasActas(b.ctx, "op", time.Time{}, 0)
	require(t, err)
	requireSame(t, "what is there", got, []sellado.Acta{a})
}

func actaLarge(t *testing.T, b *world) {
	at := b.clock.Now().Truncate(time.Millisecond)
	a := sellado.Acta{Hasta: at}
	for n := range sellado.MaxActa {
		a.Eventos = append(a.Eventos, eventoIDAt(at, n))
	}
	require(t, b.PonerActa(b.ctx, "op", a))
	got, err := b.UltimasActas(b.ctx, "op", at, 1)
	require(t, err)
	requireSame(t, "what is there", got, []sellado.Acta{a})
}

func actaRezagados(t *testing.T, b *world) {
	id := eventoIDAt(b.clock.Now(), 1)
	requireCode(t, errOf(b.Rezagado(b.ctx, "op", id)), fault.NotFound)
	require(t, b.PonerRezagado(b.ctx, "op", id, 1<<40))
	require(t, b.PonerRezagado(b.ctx, "op", id, 1<<40))
	n, err := b.Rezagado(b.ctx, "op", id)
	require(t, err)
	requireSame(t, "number", n, int64(1<<40))
	requireCode(t, errOf(b.Rezagado(b.ctx, "another", id)), fault.NotFound)
}

// actaEventsAfter: no event is between two pages, and none is missing at midnight.
func actaEventsAfter(t *testing.T, b *world) {
	begin := time.Date(2026, 3, 1, 23, 59, 50, 0, time.UTC)
	var want []auditoria.Evento
	for n := range 40 {
		b.clock.ns.Store(begin.Add(time.Duration(n) * time.Second / 2).UnixNano())
		e := auditoria.Evento{
			EventoID: eventoIDAt(b.clock.Now(), n), Momento: b.clock.Now(), Tipo: auditoria.DocumentoEditado, OperadorID: "op",
			Servicio: auditoria.API, Resultado: auditoria.Exito, Gravedad: auditoria.Informa, Sal: make([]byte, 32),
		}
		want = append(want, e)
		require(t, b.Anotar(b.ctx, e))
		e.EventoID, e.OperadorID = eventoIDAt(b.clock.Now(), 100+n), "other"
		require(t, b.Anotar(b.ctx, e))
	}
	for _, limit := range []int{1, 7, 40, 100} {
		es, err := pages(limit, auditoria.Evento.ClaveOrden, func(after string) ([]auditoria.Evento, error) {
			return b.EventosDesde(b.ctx, "op", cmp.Or(after, auditoria.ClaveEn(begin, "")), limit)
		})
		require(t, err)
		requireSame(t, fmt.Sprintf("pages of %d", limit), es, want)
	}
	es, err := b.EventosDesde(b.ctx, "op", auditoria.ClaveEn(begin.Add(15*time.Second), ""), 100)
	require(t, err)
	requireSame(t, "from the middle on", len(es), 10)
}
