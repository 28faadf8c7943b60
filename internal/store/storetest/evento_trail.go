package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// pools of values, so that filters meet.
var (
	tiposOfEventos    = []auditoria.Tipo{auditoria.DocumentoVisto, auditoria.DocumentoEditado, auditoria.EliminacionPaso, auditoria.TokenRechazado}
	servicesOfEventos = []auditoria.Servicio{auditoria.API, auditoria.Coordinador}
	outcomesOfEventos = []auditoria.Resultado{auditoria.Exito, auditoria.Fracaso, auditoria.Negado}
	actorsOfEventos   = []auditoria.Actor{{Tipo: "ciudadano"}, {Tipo: "servicio"}, {Tipo: "entidad", EntidadID: "e"}, {Tipo: "operador", OperadorID: "mio"}, {Tipo: "operador", OperadorID: "ajeno"}, {Tipo: "auditor"}}
)

func oneOf[T any](r *rand.Rand, ts ...T) T { return ts[r.IntN(len(ts))] }

// sometimes is a value or nothing.
func sometimes[T any](r *rand.Rand, one int, v T) (t T) {
	if r.IntN(one) == 0 {
		return v
	}
	return t
}

// trailPlan says when the events of a differential come: crowds in one millisecond, a second, around
// midnight, around a leap day, and over more than a year.
func trailPlan(r *rand.Rand, start time.Time) (at []time.Time) {
	leap := time.Date(2028, 2, 28, 22, 0, 0, 0, time.UTC)
	midnight := start.Truncate(day).Add(2 * day)
	for range 20 {
		at = append(at, start.Add(time.Hour), start.Add(time.Hour+time.Duration(r.IntN(1000))*time.Millisecond),
			midnight.Add(time.Duration(r.IntN(2000)-1000)*time.Millisecond), leap.Add(time.Duration(r.IntN(30))*time.Hour),
			start.Add(time.Duration(r.IntN(500))*day+time.Duration(r.IntN(86_400_000))*time.Millisecond))
	}
	slices.SortFunc(at, time.Time.Compare)
	return at
}

type trailWorld struct {
	*world
	operadores, carpetas, documentos, correlaciones, actores []string
	all                                                      []auditoria.Evento
}

func newTrail(b *world) *trailWorld {
	w := &trailWorld{world: b, operadores: []string{newOperador(), newOperador(), auditoria.SinOperador}}
	for range 4 {
		w.carpetas, w.documentos = append(w.carpetas, newID()), append(w.documentos, newID())
		w.correlaciones, w.actores = append(w.correlaciones, newID()), append(w.actores, newID())
	}
	return w
}

// note writes an event of now, and keeps it as the store has it.
func (w *trailWorld) note(t testing.TB, e auditoria.Evento) auditoria.Evento {
	t.Helper()
	require(t, w.tell(e))
	got, err := w.Evento(w.ctx, e.OperadorID, e.EventoID)
	require(t, err)
	w.all = append(w.all, got)
	return got
}

func (w *trailWorld) someEvento(r *rand.Rand) auditoria.Evento {
	now := w.clock.Now()
	e := auditoria.Evento{
		EventoID: idAt(now), Momento: now, Tipo: oneOf(r, tiposOfEventos...), Servicio: oneOf(r, servicesOfEventos...),
		Resultado: oneOf(r, outcomesOfEventos...), Gravedad: oneOf(r, auditoria.Informa, auditoria.Critica),
		Actor: oneOf(r, actorsOfEventos...), CorrelacionID: oneOf(r, w.correlaciones...), OperadorID: oneOf(r, w.operadores...),
	}
	e.Actor.ID = oneOf(r, w.actores...)
	if n := r.IntN(6); n < len(w.carpetas) {
		e.CarpetaID, e.DocumentoID, e.OperadorID = w.carpetas[n], oneOf(r, w.documentos...), w.operadores[n%2]
	}
	return e
}

func (w *trailWorld) someFiltro(r *rand.Rand) (f auditoria.Filtro) {
	switch r.IntN(4) {
	case 0:
		f.CarpetaID = oneOf(r, w.carpetas...)
		f.DocumentoID = sometimes(r, 3, oneOf(r, w.documentos...))
		f.CorrelacionID = sometimes(r, 4, oneOf(r, w.correlaciones...))
	case 1:
		f.CorrelacionID = oneOf(r, append(w.correlaciones, newID())...)
	}
	if f.CarpetaID == "" && f.CorrelacionID == "" || r.IntN(4) == 0 {
		f.OperadorID = oneOf(r, append(w.operadores, newOperador())...)
	}
	f.Tipo, f.Servicio = sometimes(r, 3, oneOf(r, tiposOfEventos...)), sometimes(r, 4, oneOf(r, servicesOfEventos...))
	f.Resultado, f.Gravedad = sometimes(r, 4, oneOf(r, outcomesOfEventos...)), sometimes(r, 5, auditoria.Critica)
	f.Actor, f.Lector = sometimes(r, 4, oneOf(r, w.actores...)), sometimes(r, 2, "mio")
	near := func() time.Time {
		return oneOf(r, w.all...).Momento.Add(time.Duration(r.IntN(5)-2) * 500 * time.Microsecond)
	}
	f.Desde, f.Hasta = sometimes(r, 3, near()), sometimes(r, 3, near())
	return f
}

// inquiry is what others' staff read, as seen by the operador "mio".
func inquiry(e auditoria.Evento) bool {
	looks := e.Tipo == auditoria.DocumentoVisto || e.Tipo == auditoria.TokenRechazado
	return looks && (e.Actor.Tipo == "auditor" || e.Actor.OperadorID == "ajeno")
}

// want is the plain reading of what was written.
func (w *trailWorld) want(c auditoria.Consulta) []auditoria.Evento {
	es := slices.DeleteFunc(slices.Clone(w.all), func(e auditoria.Evento) bool {
		k, f := e.ClaveOrden(), c.Filtro
		passes := (f.OperadorID == "" || f.OperadorID == e.OperadorID) && (f.CarpetaID == "" || f.CarpetaID == e.CarpetaID) &&
			(f.DocumentoID == "" || f.DocumentoID == e.DocumentoID) && (f.CorrelacionID == "" || f.CorrelacionID == e.CorrelacionID) &&
			(f.Tipo == "" || f.Tipo == e.Tipo) && (f.Servicio == "" || f.Servicio == e.Servicio) && (f.Resultado == "" || f.Resultado == e.Resultado) &&
			(f.Lector == "" || !inquiry(e)) && (f.Gravedad == "" || f.Gravedad == e.Gravedad) && (f.Actor == "" || f.Actor == e.Actor.ID) &&
			(f.Desde.IsZero() || !e.Momento.Before(f.Desde)) && (f.Hasta.IsZero() || e.Momento.Before(f.Hasta))
		behind := c.Despues == "" || c.Descendente && k < c.Despues || !c.Descendente && k > c.Despues
		return !passes || !behind || !w.clock.Now().Before(retenciones.CaducaEn(e))
	})
	slices.SortFunc(es, func(a, b auditoria.Evento) int { return cmp.Compare(a.ClaveOrden(), b.ClaveOrden()) })
	if c.Descendente {
		slices.Reverse(es)
	}
	return es
}

// page is one page, gathered over as many walks as the bounds of work cut it into.
func (w *trailWorld) page(c auditoria.Consulta) (es []auditoria.Evento, err error) {
	for {
		c.Limite -= len(es)
		var more []auditoria.Evento
		more, err = w.Eventos(w.ctx, c)
		c.Limite += len(es)
		es = append(es, more...)
		var stopped relay.Stopped
		if !errors.As(err, &stopped) {
			return es, err
		}
		c.Despues = stopped.After
	}
}

func (w *trailWorld) requirePage(t testing.TB, c auditoria.Consulta) []auditoria.Evento {
	t.Helper()
	want := w.want(c)
	var got []auditoria.Evento
	eventually(t, w.ctx, func() (err error) {
		if got, err = w.page(c); err != nil {
			return err
		}
		return differenceError(fmt.Sprintf("page %+v", c), got, want[:min(len(want), c.Limite)])
	})
	return got
}

// requireThereAndBack walks page by page to the end, and looks back from each.
func (w *trailWorld) requireThereAndBack(t testing.TB, c auditoria.Consulta) {
	t.Helper()
	for {
		page := w.requirePage(t, c)
		if len(page) == 0 {
			return
		}
		back := c
		back.Descendente, back.Despues = !c.Descendente, page[0].ClaveOrden()
		w.requirePage(t, back)
		c.Despues = page[len(page)-1].ClaveOrden()
	}
}
