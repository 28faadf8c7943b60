package sim

import (
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// saga is what the store keeps of a deletion, with its past: for indexes that
// lag, and to compare with what subscribers were told.
type saga struct {
	eliminacion.Eliminacion
	past         past[eliminacion.Eliminacion]
	historia     []eliminacion.Cambio // every change that was ever stored, unbounded
	born         time.Duration
	fileVersions int // versions of the file when it began

	// Of a request to delete a certified document, as it was made:
	askedBy string
	expires time.Time
	wishes  []wish
}

// past is what the store kept of one thing, oldest first.
type past[T any] []version[T]

type version[T any] struct {
	at time.Duration
	is T
}

// asOf is the thing as it was at a moment; false if that is before its first form.
func (p past[T]) asOf(at time.Duration) (is T, was bool) {
	for _, v := range slices.Backward(p) {
		if v.at <= at {
			return v.is, true
		}
	}
	return is, false
}

// read is a strongly consistent read.
func (s *saga) read(w *world) eliminacion.Eliminacion {
	if w.bug == ReadStale {
		return s.asOf(w.Now - w.between(0, 2*time.Second))
	}
	return s.Eliminacion
}

// asOf is the saga as it was at a moment, or its first form.
func (s *saga) asOf(at time.Duration) eliminacion.Eliminacion {
	if e, was := s.past.asOf(at); was {
		return e
	}
	return s.past[0].is
}

// put stores a form of the saga.
func (s *saga) put(w *world, e eliminacion.Eliminacion) {
	s.Eliminacion = e
	s.past = append(s.past, version[eliminacion.Eliminacion]{w.Now, e})
}

// lag is how far an index lags behind at this reading.
func (w *world) lag() time.Duration {
	if w.strikes(IndexStale) {
		return w.between(0, 4*time.Second)
	}
	return 0
}

// begin locks the document and stores the saga and its event, or nothing.
func (w *world) begin(p *process, e eliminacion.Eliminacion, h []auditoria.Evento) error {
	w.invent(EventInvented, h)
	d, found := w.documentos[e.DocumentoID]
	free := found && (d.Estado == documento.Procesado || w.bug == BeginUnlocked)
	if found && (w.bug != CertificadoUnconditional && d.Certificado != (e.Paso == eliminacion.Aprobacion) || !e.Recuerdo.De(d.Fila)) {
		free = false
	}
	if _, known := w.sagas[e.EventoID]; known || !free {
		return errConflict
	}
	if i, found := slices.BinarySearch(w.operadores, e.OperadorID); !found {
		w.operadores = slices.Insert(slices.Clone(w.operadores), i, e.OperadorID)
	}
	previous := *d
	d.EstadoPrevio, d.Estado, d.EliminacionID = d.Estado, documento.Eliminando, e.EventoID
	d.FechaUltimaModificacion = d.Siguiente(p.clock())
	if e.EnPapelera {
		w.intoBin(d, e)
	}
	w.checkModified(previous, *d)
	s := &saga{born: w.Now, fileVersions: len(w.files[e.StoragePath].ids), askedBy: e.SolicitadaPor}
	if e.Aprobacion != nil {
		s.expires = e.Aprobacion.Hasta
	}
	if w.bug == VencerAtOnce && e.Aprobacion != nil {
		e.Aprobacion = &eliminacion.PedidoDeAprobacion{Motivo: e.Aprobacion.Motivo, Decision: e.Aprobacion.Decision}
		e.NoAntesDe = e.SolicitadaEn
	}
	s.put(w, e)
	s.historia = append(s.historia, e.Historia...)
	w.sagas[e.EventoID] = s
	w.inOrder = append(w.inOrder, s)
	w.onBegin(p, previous, s)
	w.tell(s, h)
	return nil
}

// save stores a change of a saga with its effect and its event, if it follows the stored one.
func (w *world) save(p *process, g eliminacion.Guardado, h []auditoria.Evento) error {
	w.invent(EventInvented, h)
	s, found := w.sagas[g.Nueva.EventoID]
	if !found {
		return errAbsent
	}
	follows := s.Secuencia == g.Previa()
	if w.bug == EfectoUnconditional && !follows {
		w.efecto(p, g)
	}
	if !follows && w.bug != SaveUnconditional {
		return errConflict
	}
	before := s.Eliminacion
	byOwner := len(h) > 0 && h[0].Datos["suceso"] == string(eliminacion.SucesoBorrarYa)
	if before.Paso == eliminacion.Espera && g.Nueva.Paso == eliminacion.MinioCleanup && !byOwner {
		w.checkRole(p, role.Coordinator)
	}
	if g.Efecto == eliminacion.BorrarMetadato {
		w.checkRole(p, role.MetadataEraser)
	}
	if w.bug == TransactionSplit && g.Efecto == eliminacion.BorrarMetadato {
		if !w.oneIn(4) {
			w.efecto(p, g)
		}
	} else {
		w.efecto(p, g)
	}
	if w.bug == DecidirOwn {
		g.Nueva.SolicitadaPor = s.askedBy // only the decider does not see it
	}
	if n := len(g.Nueva.Historia); w.bug == HistoryGap && len(g.Antes) > 0 {
		g.Nueva.Historia = append(slices.Clone(g.Nueva.Historia[:n-2]), g.Nueva.Historia[n-1])
	}
	s.put(w, g.Nueva)
	s.historia = append(s.historia, s.Historia[max(0, len(s.Historia)-len(g.Antes)-1):]...)
	w.onSave(p, s, before, len(g.Antes)+1)
	w.tell(s, h)
	return nil
}

// saveSeveral is save for all of them, or none; hs are their events, or none.
func (w *world) saveSeveral(p *process, cs []eliminacion.Cierre, hs []auditoria.Evento) error {
	for _, c := range cs {
		s, found := w.sagas[c.Nueva.EventoID]
		d, foundDoc := w.documentos[c.Nueva.DocumentoID]
		if !found || s.Secuencia != c.Previa() || c.Efecto == eliminacion.BorrarMetadato && (!foundDoc || d.EliminacionID != s.EventoID) {
			return errConflict
		}
	}
	if w.bug == GroupHalf {
		cs = cs[:len(cs)-1]
	}
	for _, c := range cs {
		n := min(len(hs), len(c.Antes)+1)
		if err := w.save(p, c.Guardado, hs[:n]); err != nil {
			return err
		}
		hs = hs[n:]
	}
	return nil
}

// efecto is what a change does to the document that the saga locks.
func (w *world) efecto(p *process, g eliminacion.Guardado) {
	d, found := w.documentos[g.Nueva.DocumentoID]
	if !found || d.EliminacionID != g.Nueva.EventoID {
		return
	}
	switch g.Efecto {
	case eliminacion.Desbloquear:
		d.Estado, d.EstadoPrevio, d.EliminacionID = d.EstadoPrevio, "", ""
		d.FechaUltimaModificacion = d.Siguiente(p.clock())
		if d.EnPapelera() {
			w.outOfBin(d)
		}
	case eliminacion.BorrarMetadato:
		delete(w.documentos, d.DocumentoID)
		c := w.carpetas[d.CarpetaID]
		c.Uso = c.Uso.Menos(d.Uso())
		if d.EnPapelera() {
			w.count(d.CarpetaID, 0, -1)
		} else {
			w.count(d.CarpetaID, -1, 0)
		}
		w.forgetOnce(*d)
		w.onMetadataGone(*d)
	}
}

func (w *world) arrendar(p *process, q eliminacion.Pendiente, a eliminacion.Arriendo) (eliminacion.Eliminacion, error) {
	s, found := w.sagas[q.EventoID]
	if !found {
		return eliminacion.Eliminacion{}, errAbsent
	}
	fenced := s.Arriendos == q.Arriendos && !s.NoAntesDe.IsZero() && s.NoAntesDe.Equal(q.NoAntesDe)
	if w.bug == ArriendoUnfenced {
		fenced = !s.NoAntesDe.IsZero()
	}
	if s.Secuencia != q.Secuencia || !fenced {
		return eliminacion.Eliminacion{}, errConflict
	}
	w.onArrendar(p, s)
	e := s.Eliminacion
	e.NoAntesDe, e.Arriendos, e.Entregas = a.Hasta, e.Arriendos+1, e.Entregas+1
	e.ArrendadaPor, e.FalloEnvio = a.Por, ""
	if w.bug == ArriendoEndless {
		e.NoAntesDe = time.Time{}
	}
	s.put(w, e)
	e.NoAntesDe = a.Hasta
	return e, nil
}

// devolver knows both ways in which the adapters recognise a repetition.
func (w *world) devolver(_ *process, e eliminacion.Eliminacion, at time.Time, why eliminacion.FalloEnvio) error {
	s, found := w.sagas[e.EventoID]
	if !found || s.Secuencia != e.Secuencia || s.Arriendos != e.Arriendos || w.bug == DevolverIgnored {
		return nil
	}
	if w.plan.byEntregas && s.Entregas != e.Entregas || !w.plan.byEntregas && !s.NoAntesDe.Equal(e.NoAntesDe) {
		return nil
	}
	n := s.Eliminacion
	n.NoAntesDe, n.Entregas, n.FalloEnvio = at, max(0, n.Entregas-1), why
	s.put(w, n)
	return nil
}

// vencidas reads the index of due commands.
func (w *world) vencidas(operadorID string, now time.Time, limit int, lag time.Duration) []eliminacion.Pendiente {
	var ps []eliminacion.Pendiente
	for _, s := range w.inOrder {
		e := s.asOf(w.Now - lag)
		if lag > 0 && s.born > w.Now-lag {
			continue
		}
		if e.OperadorID == operadorID && !e.NoAntesDe.IsZero() && !e.NoAntesDe.After(now) {
			ps = append(ps, e.Pendiente())
		}
	}
	slices.SortFunc(ps, func(a, b eliminacion.Pendiente) int {
		if c := a.NoAntesDe.Compare(b.NoAntesDe); c != 0 {
			return c
		}
		return strings.Compare(a.EventoID, b.EventoID)
	})
	return ps[:min(len(ps), limit)]
}
