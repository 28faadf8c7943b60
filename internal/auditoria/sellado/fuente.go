package sellado

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Eventos is the part of the trail's store that is sealed.
type Eventos interface {
	// EventosDesde returns an operador's events after this key, the oldest first, at most so many;
	// fewer only at the end. It sees every write that has returned.
	EventosDesde(ctx context.Context, operadorID, despues string, limite int) ([]auditoria.Evento, error)
	// Evento reads one by its id, or is NOT_FOUND.
	Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error)
}

// atras is how far back the first look at an operador goes: what was written before that, while
// nothing was sealed, stays unsealed.
const atras = 31 * 24 * time.Hour

// pagina is how many events are read at once.
const pagina = 1000

// fuente gives the events of one operador to its log. What it remembers saves reads; what is
// true stands in the actas: every event older than the newest sealed one by Tardanza is sealed, but for those that came late.
type fuente struct {
	actas      Actas
	eventos    Eventos
	operadorID string
	lote       int // so many that have settled are sealed without a look at later ones
	clock      func() time.Time

	mu       sync.Mutex
	frontera time.Time       // every event before it is sealed, but for those that came late
	repasado time.Time       // and before it those too
	visto    *vista          // what the last Pendientes gave
	urgentes map[string]bool // eventoIds that somebody waits for
	antiguo  time.Time       // of the oldest that waits; zero: none
}

// vista is what was given, and the frontier once it is sealed.
type vista struct {
	ids      []string
	frontera time.Time
}

var _ sello.Source = (*fuente)(nil)

// urgente has an event sealed with the next look, unless too many wait already.
func (f *fuente) urgente(eventoID string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pedir(eventoID)
}

func (f *fuente) pedir(eventoID string) bool {
	if f.urgentes == nil {
		f.urgentes = map[string]bool{}
	}
	if len(f.urgentes) >= maxUrgentes {
		return false
	}
	f.urgentes[eventoID] = true
	return true
}

// masAntiguo is when the oldest event came that waits; zero: none.
func (f *fuente) masAntiguo() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.antiguo
}

// olvidar: another process seals this log, and knows what waits.
func (f *fuente) olvidar() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.antiguo = time.Time{}
}

// avance and avanzar keep both beyond the life of a process.
func (f *fuente) avance() avance {
	f.mu.Lock()
	defer f.mu.Unlock()
	return avance{Creado: true, Frontera: f.frontera, Repasado: f.repasado}
}

func (f *fuente) avanzar(a avance) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if a.Frontera.After(f.frontera) {
		f.frontera = a.Frontera
	}
	if a.Repasado.After(f.repasado) {
		f.repasado = a.Repasado
	}
}

// Pending implements sello.Source.
func (f *fuente) Pending(ctx context.Context, limit int) (sello.Pending, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	limit = min(limit, MaxActa)
	leido := f.clock()
	total, desde, sellados, err := f.estado(ctx, leido)
	if err != nil {
		return sello.Pending{}, err
	}
	es, completo, err := f.leer(ctx, desde, sellados, limit)
	if err != nil {
		return sello.Pending{}, err
	}
	es, completo = f.asentados(es, completo, leido)
	if err := f.repasar(ctx, desde, leido); err != nil {
		return sello.Pending{}, err
	}
	if es, err = f.conUrgentes(ctx, es, sellados); err != nil {
		return sello.Pending{}, err
	}
	f.recordar(es, completo, leido)
	p := sello.Pending{Sealed: total}
	for _, e := range es {
		p.Leaves = append(p.Leaves, sello.Leaf{ID: e.EventoID, Entry: entrada(e), Since: e.Momento, Urgent: f.urgentes[e.EventoID]})
	}
	return p, nil
}

// estado says how many are sealed, from when on events are to be read, and which of those are
// sealed already.
func (f *fuente) estado(ctx context.Context, now time.Time) (total int64, desde time.Time, sellados map[string]bool, err error) {
	ultimas, err := f.actas.UltimasActas(ctx, f.operadorID, time.Time{}, 1)
	if err != nil {
		return 0, desde, nil, err
	}
	desde = now.Add(-atras)
	if len(ultimas) > 0 {
		total, desde = ultimas[0].Siguiente(), ultimas[0].Hasta.Add(-Tardanza)
	}
	if f.frontera.After(desde) {
		desde = f.frontera
	}
	desde = desde.Truncate(time.Millisecond) // as keys and actas have it
	sellados = map[string]bool{}
	if len(ultimas) == 0 || ultimas[0].Hasta.Before(desde) {
		return total, desde, sellados, nil
	}
	recientes, err := f.actas.UltimasActas(ctx, f.operadorID, desde, 0)
	for _, a := range recientes {
		for _, id := range a.Eventos {
			sellados[id] = true
		}
	}
	return total, desde, sellados, err
}

// leer reads what is not sealed, until there is enough or no more.
func (f *fuente) leer(ctx context.Context, desde time.Time, sellados map[string]bool, limite int) (es []auditoria.Evento, completo bool, err error) {
	clave := auditoria.ClaveEn(desde, "")
	for {
		mas, err := f.eventos.EventosDesde(ctx, f.operadorID, clave, pagina)
		if err != nil {
			return nil, false, err
		}
		for _, e := range mas {
			if sellados[e.EventoID] {
				continue
			}
			if es = append(es, e); len(es) == limite {
				return es, false, nil
			}
		}
		if len(mas) < pagina {
			return es, true, nil
		}
		clave = mas[len(mas)-1].ClaveOrden()
	}
}

// asentados leaves what may still get neighbours for the next seal, if enough has settled:
// at a high rate each event is read once then.
func (f *fuente) asentados(es []auditoria.Evento, completo bool, leido time.Time) ([]auditoria.Evento, bool) {
	n, urge := 0, false
	for _, e := range es {
		if e.Momento.Before(leido.Add(-auditoria.Asentamiento)) {
			n++
		}
		urge = urge || f.urgentes[e.EventoID]
	}
	if n < f.lote || urge {
		return es, completo
	}
	return es[:n], completo && n == len(es)
}

// What was held back in a network is delivered for a quarter of an hour, and machines stand still for some minutes. What
// came still later was written by nobody who is known: it gets no seal, and is INSERTADO.
const (
	tardanzaMayor = time.Hour
	repasoCada    = 10 * time.Minute
	maxRepaso     = 100 * pagina // events at a time
)

// repasar reads what is older than tardanzaMayor once more, each event once, and has what came too late for its turn
// sealed. repasado passes only what is sealed. desde is where the others are read.
func (f *fuente) repasar(ctx context.Context, desde, now time.Time) error {
	hasta := now.Add(-tardanzaMayor).Truncate(time.Millisecond)
	if desde.Before(hasta) {
		hasta = desde
	}
	if f.repasado.IsZero() {
		f.repasado = hasta.Add(-tardanzaMayor)
	}
	if hasta.Sub(f.repasado) < repasoCada {
		return nil
	}
	actas := ventana{actas: f.actas, operadorID: f.operadorID, ids: map[string]bool{}, desde: f.repasado}
	todos, n := true, 0
	for e, err := range f.entre(ctx, f.repasado, hasta) {
		if err != nil {
			return err
		}
		sellado, err := actas.sellado(ctx, e)
		n++
		switch {
		case err != nil:
			return err
		case !sellado && !f.pedir(e.EventoID), n == maxRepaso:
			return nil // the rest comes with the next look
		case !sellado:
			todos = false
		case todos:
			f.repasado = e.Momento
		}
	}
	if todos {
		f.repasado = hasta
	}
	return nil
}

// entre are the events from one moment to another.
func (f *fuente) entre(ctx context.Context, desde, hasta time.Time) iter.Seq2[auditoria.Evento, error] {
	return func(dar func(auditoria.Evento, error) bool) {
		for clave, quedan := auditoria.ClaveEn(desde, ""), true; quedan; {
			es, err := f.eventos.EventosDesde(ctx, f.operadorID, clave, pagina)
			if err != nil {
				dar(auditoria.Evento{}, err)
				return
			}
			for _, e := range es {
				if !e.Momento.Before(hasta) || !dar(e, nil) {
					return
				}
				clave = e.ClaveOrden()
			}
			quedan = len(es) == pagina
		}
	}
}

// conUrgentes adds events that somebody waits for and that are older than what was read.
func (f *fuente) conUrgentes(ctx context.Context, es []auditoria.Evento, sellados map[string]bool) ([]auditoria.Evento, error) {
	ultima := ""
	if len(es) > 0 {
		ultima = es[len(es)-1].ClaveOrden()
	}
	for id := range f.urgentes {
		if sellados[id] {
			delete(f.urgentes, id)
			continue
		}
		if slices.ContainsFunc(es, func(e auditoria.Evento) bool { return e.EventoID == id }) {
			continue
		}
		_, err := hoja(ctx, f.actas, f.operadorID, id)
		if err == nil {
			delete(f.urgentes, id)
			continue
		}
		if !errors.Is(err, fault.NotFound) {
			return nil, err
		}
		e, err := f.eventos.Evento(ctx, f.operadorID, id)
		if errors.Is(err, fault.NotFound) {
			delete(f.urgentes, id)
			continue
		}
		if err != nil {
			return nil, err
		}
		if ultima != "" && e.ClaveOrden() > ultima {
			continue // its turn comes
		}
		es = append(es, e)
	}
	slices.SortFunc(es, func(a, b auditoria.Evento) int {
		if a.ClaveOrden() < b.ClaveOrden() {
			return -1
		}
		return 1
	})
	return es, nil
}

// recordar keeps what is true once these are sealed: nothing unsealed is older than the last of
// them, or than what was visible had settled.
func (f *fuente) recordar(es []auditoria.Evento, completo bool, leido time.Time) {
	frontera := leido.Add(-Tardanza)
	f.antiguo = time.Time{}
	if len(es) > 0 {
		f.antiguo = es[0].Momento
		if last := es[len(es)-1].Momento; !completo && last.Before(frontera) {
			frontera = last
		}
	}
	f.visto = &vista{frontera: frontera}
	for _, e := range es {
		f.visto.ids = append(f.visto.ids, e.EventoID)
	}
	if len(es) == 0 && completo {
		f.frontera = frontera
	}
}

// Sealed implements sello.Source. Whoever calls it, with whatever memory, writes the same.
func (f *fuente) Sealed(ctx context.Context, first int64, ids []string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	anterior, hecha, err := f.anterior(ctx, first, ids)
	if err != nil || hecha {
		return err
	}
	a := Acta{Primera: first, Hasta: anterior.Hasta, Eventos: ids}
	for i, id := range ids {
		t, err := momentoDe(id)
		if err != nil {
			return err
		}
		if t.Before(anterior.Hasta.Add(-Tardanza)) {
			if err := f.actas.PonerRezagado(ctx, f.operadorID, id, first+int64(i)); err != nil {
				return err
			}
		}
		if t.After(a.Hasta) {
			a.Hasta = t
		}
	}
	if err := f.actas.PonerActa(ctx, f.operadorID, a); err != nil {
		return err
	}
	if f.visto != nil && slices.Equal(f.visto.ids, ids) {
		f.frontera = f.visto.frontera
	}
	f.visto, f.antiguo = nil, time.Time{}
	for _, id := range ids {
		delete(f.urgentes, id)
	}
	return nil
}

// anterior is the acta before this number. An acta that is there already must be the same.
func (f *fuente) anterior(ctx context.Context, first int64, ids []string) (Acta, bool, error) {
	as, err := f.actas.UltimasActas(ctx, f.operadorID, time.Time{}, 1)
	if err != nil {
		return Acta{}, false, err
	}
	var ultima Acta
	if len(as) > 0 {
		ultima = as[0]
	}
	if ultima.Siguiente() == first {
		return ultima, false, nil
	}
	n, err := hoja(ctx, f.actas, f.operadorID, ids[0])
	if err == nil && n == first {
		return Acta{}, true, nil // and so are the others: an acta is written as a whole
	}
	return Acta{}, false, fault.Wrap(fault.Internal, errors.Join(err, fmt.Errorf("seal of %d events from %d on, and %d have numbers", len(ids), first, ultima.Siguiente())))
}
