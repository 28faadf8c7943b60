package sim

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	storeTimeout  = 5 * time.Second // what an adapter allows one store call
	storeLateness = 3 * time.Second // how long after that a write may still take effect
)

var (
	errDown     = fault.New(fault.Unavailable, "caído")
	errConflict = fault.New(fault.Conflict, "condición")
	errAbsent   = fault.New(fault.NotFound, "ausente")
)

type (
	carpetaStore   = carpeta.Store
	documentoStore = documento.Store
	sagaStore      = eliminacion.Store
	entidadStore   = entidad.Store
	entregaStore   = entrega.Store
)

// storeClient is one process's way to the store: it implements the domain's ports.
// What it does not have of them is not called.
type storeClient struct {
	carpetaStore
	documentoStore
	sagaStore
	entidadStore
	entregaStore
	p *process
}

// Which faults can meet a call depends on whether it writes.
const readCall, writeCall = false, true

// call makes one store call. effect runs at the store, once, or twice if the
// SDK repeats a write whose answer was lost; its last error is the answer.
func (a *storeClient) call(what string, writes bool, effect func() error) error {
	w, t := a.p.w, a.p.w.current()
	l := call{deadline: min(w.Now+storeTimeout, t.deadline)}
	l.effect, l.answer = w.times(500*time.Microsecond, 4*time.Millisecond)
	if w.storeDown {
		l.effect, l.answer = -1, -1
	}
	err, again := a.spoil(&l, writes)
	run := func() {
		if err = effect(); again {
			err = effect()
		}
		a.p.wrote(writes)
	}
	if !w.perform(t, l, run) {
		err = errDown
	}
	if w.trace != nil && !t.Dead() {
		w.note(a.p, "%s: %v", what, codeOf(err))
	}
	return err
}

// spoil draws the faults of a call.
func (a *storeClient) spoil(l *call, writes bool) (err error, again bool) {
	w := a.p.w
	switch {
	case w.strikes(StoreRefuses):
		l.refused = true
		return errDown, false
	case writes && w.strikes(StoreConflicts):
		l.refused = true
		return errConflict, false
	case w.strikes(StoreSilent):
		l.answer = -1
	case writes && w.strikes(StoreRepeats):
		return nil, true
	case w.strikes(StoreSlow):
		l.effect = w.between(20*time.Millisecond, storeTimeout+storeLateness)
		l.answer = l.effect + w.between(0, time.Second)
	}
	return nil, false
}

func codeOf(err error) any {
	if err == nil {
		return "ok"
	}
	return fault.CodeOf(err)
}

// Carpeta implements carpeta.Store.
func (a *storeClient) Carpeta(_ context.Context, id string) (c carpeta.Carpeta, err error) {
	err = a.call("Carpeta", readCall, func() error {
		v, found := a.p.w.carpetas[id]
		if !found {
			return errAbsent
		}
		c = *v
		return nil
	})
	return c, err
}

// Documento implements documento.Store.
func (a *storeClient) Documento(_ context.Context, k documento.Clave) (d documento.Documento, err error) {
	now, unseen := a.p.clock(), a.p.w.bug == SweepUnseen && a.p.w.current().sweep
	if a.p.w.bug == ExpireEarly {
		now = now.Add(time.Minute)
	}
	err = a.call("Documento", readCall, func() error {
		v, found := a.p.w.documentos[k.DocumentoID]
		if !found || v.Expirado(now) || unseen {
			return errAbsent
		}
		d = *v
		d.Certificado = d.Certificado && (a.p.w.bug != CertificadoUnconditional || !a.p.w.oneIn(4))
		return nil
	})
	return d, err
}

// Iniciar implements eliminacion.Store.
func (a *storeClient) Iniciar(_ context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error {
	return a.record(EventApart, "Iniciar "+a.p.w.short(e.EventoID), []auditoria.Evento{h}, func(h []auditoria.Evento) error { return a.p.w.begin(a.p, e, h) })
}

// Eliminacion implements eliminacion.Store.
func (a *storeClient) Eliminacion(_ context.Context, id string) (e eliminacion.Eliminacion, err error) {
	decide := a.p.w.current().decide
	err = a.call("read "+a.p.w.short(id), readCall, func() error {
		s, found := a.p.w.sagas[id]
		if !found {
			return errAbsent
		}
		if e = s.read(a.p.w); decide {
			e = a.p.w.lie(s, e)
		}
		return nil
	})
	a.p.w.current().knew = e.Secuencia
	return e, err
}

// Cambiadas implements eliminacion.Store, from an index that may lag; the items come as they are.
func (a *storeClient) Cambiadas(_ context.Context, c eliminacion.ConsultaCambios) (es []eliminacion.Eliminacion, err error) {
	w := a.p.w
	err = a.call("Cambiadas", readCall, func() error {
		es = w.cambiadas(c, w.lag())
		return nil
	})
	return es, err
}

// Guardar implements eliminacion.Store.
func (a *storeClient) Guardar(_ context.Context, g eliminacion.Guardado, h auditoria.Evento) error {
	what, hs := "", append(slices.Clone(g.Antes), h)
	a.p.w.current().knew = g.Nueva.Secuencia
	if a.p.w.bug == MergeWindow {
		if a.keepBack(g, hs) {
			return nil
		}
		g.Antes = slices.Concat(a.p.keptBack[g.Nueva.EventoID], g.Antes)
		hs = append(slices.Clone(g.Antes), h)
		delete(a.p.keptBack, g.Nueva.EventoID)
	}
	if a.p.w.trace != nil {
		what = describeSave(a.p.w, g)
	}
	if a.p.w.bug == AckBeforeWrite {
		a.p.w.After(50*time.Millisecond, func() {
			if !a.p.w.strikes(StoreRefuses) {
				_ = a.p.w.save(a.p, g, hs)
			}
		})
		return nil
	}
	return a.record(EventApart, what, hs, func(hs []auditoria.Evento) error { return a.p.w.save(a.p, g, hs) })
}

// keepBack is the planted bug of a write that waits for the next one: of the end of an undo window.
func (a *storeClient) keepBack(g eliminacion.Guardado, hs []auditoria.Evento) bool {
	if g.Nueva.Secuencia != 2 || g.Nueva.VentanaHasta.IsZero() || g.Nueva.Paso != eliminacion.MinioCleanup {
		return false
	}
	if a.p.keptBack == nil {
		a.p.keptBack = map[string][]auditoria.Evento{}
	}
	a.p.keptBack[g.Nueva.EventoID] = hs
	return true
}

// GuardarVarias implements eliminacion.Store.
func (a *storeClient) GuardarVarias(_ context.Context, cs []eliminacion.Cierre) error {
	w, what := a.p.w, ""
	var hs []auditoria.Evento
	for _, c := range cs {
		if hs = append(append(hs, c.Antes...), c.Hecho); w.trace != nil {
			what += describeSave(w, c.Guardado) + " "
		}
	}
	return a.record(EventApart, what, hs, func(hs []auditoria.Evento) error { return w.saveSeveral(a.p, cs, hs) })
}

// Operadores implements eliminacion.OutboxStore.
func (a *storeClient) Operadores(context.Context) (os []string, err error) {
	err = a.call("Operadores", readCall, func() error {
		os = a.p.w.operadores
		return nil
	})
	return os, err
}

// Vencidas implements eliminacion.OutboxStore, from an index that may lag.
func (a *storeClient) Vencidas(_ context.Context, operadorID string, now time.Time, limit int) (ps []eliminacion.Pendiente, err error) {
	w := a.p.w
	err = a.call("Vencidas", readCall, func() error {
		ps = w.vencidas(operadorID, now, limit, w.lag())
		return nil
	})
	return ps, err
}

// Arrendar implements eliminacion.OutboxStore.
func (a *storeClient) Arrendar(_ context.Context, p eliminacion.Pendiente, t eliminacion.Arriendo) (e eliminacion.Eliminacion, err error) {
	err = a.call("Arrendar "+a.p.w.short(p.EventoID), writeCall, func() (err error) {
		e, err = a.p.w.arrendar(a.p, p, t)
		return err
	})
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	return e, nil
}

// Devolver implements eliminacion.OutboxStore.
func (a *storeClient) Devolver(_ context.Context, e eliminacion.Eliminacion, at time.Time, why eliminacion.FalloEnvio) error {
	return a.call("Devolver "+a.p.w.short(e.EventoID), writeCall, func() error { return a.p.w.devolver(a.p, e, at, why) })
}
