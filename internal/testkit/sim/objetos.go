package sim

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// objetosLateness is how long after its caller gave up an erasure may still take
// effect: the assumption behind Plazos.Reposo.
const objetosLateness = 15 * time.Second

var errLocked = fault.New(fault.NotAllowed, "bloqueado")

// objetos is one process's way to the object store.
type objetos struct {
	documento.Objetos
	p *process
}

// file is what the object store keeps under a name.
type file struct {
	versions int
	locked   bool // its lock never ends
	denied   bool // somebody was told so, rightly or not
	stubborn bool // nearly every call about it fails

	uploaded bool                    // it came while the world went on
	sent     int                     // the upload that lies beside it; 0 for none
	sealed   bool                    // no upload can be stored
	changed  time.Duration           // when either became so
	parts    map[string]map[int]bool // received, by upload in parts
}

// Borrar implements documento.Objetos: seal the upload, list, delete version by version with the
// current one last, list again; no call is sent after the step's deadline.
func (o objetos) Borrar(_ context.Context, name string) (n int, err error) {
	w, t := o.p.w, o.p.w.current
	until := t.begun + o.p.eliminaciones.Plazos.PasoMaximo
	if t.sweep {
		until = w.now + objetosTimeout
	}
	a := w.files[name]
	if a.uploaded {
		if err := o.seal(t, until, name, false); err != nil {
			return n, err
		}
	}
	for {
		left := 0
		if err := o.call(t, until, "list", name, false, func() error { left = a.versions; return nil }); err != nil {
			return n, err
		}
		if left == 0 {
			return n, nil
		}
		for range left {
			if err := o.call(t, until, "delete", name, true, func() error { return w.eraseVersion(name, a) }); err != nil {
				return n, err
			}
			n++
			if w.bug == EraseUnverified {
				return n, nil
			}
		}
	}
}

// BorrarVarios implements documento.Objetos: one after the other, all within one deadline.
func (o objetos) BorrarVarios(ctx context.Context, names []string) (bs []documento.Borrado) {
	for _, name := range names {
		n, err := o.Borrar(ctx, name)
		bs = append(bs, documento.Borrado{Versiones: n, Err: err})
	}
	return bs
}

// eraseVersion takes one version away.
func (w *world) eraseVersion(name string, a *file) error {
	if a.locked {
		a.denied = true
		return errLocked
	}
	if a.versions > 0 {
		w.onVersionErased(name)
		a.versions--
	}
	return nil
}

// Existe implements documento.Objetos.
func (o objetos) Existe(_ context.Context, name string) (exists bool, err error) {
	w, t := o.p.w, o.p.w.current
	err = o.call(t, t.deadline, "look", name, false, func() error { exists = w.files[name].versions > 0; return nil })
	if w.bug == CompensarUnseen {
		return true, nil
	}
	return exists, err
}

const objetosTimeout = 10 * time.Second // what an adapter allows one call

// call makes one call to the object store.
func (o objetos) call(t *task, until time.Duration, what, name string, writes bool, effect func() error) (err error) {
	w := o.p.w
	l := call{deadline: min(until, w.now+objetosTimeout, t.deadline)}
	l.effect, l.answer = w.times(time.Millisecond, 8*time.Millisecond)
	err = o.spoil(&l, w.files[name], writes)
	if !w.perform(t, l, func() { err = effect() }) {
		err = errDown
	}
	if w.trace != nil && !t.dead() {
		w.note(o.p, "%s %s: %v", what, w.short(name), codeOf(err))
	}
	return err
}

// spoil draws the faults of a call.
func (o objetos) spoil(l *call, a *file, writes bool) error {
	w := o.p.w
	extra := 0.0
	if a.stubborn && !w.calm {
		extra = 0.2
	}
	if w.strikes(ObjetosSlow) {
		l.effect = w.between(0, 6*time.Second)
		l.answer = l.effect + w.between(0, 3*time.Second)
	}
	strikes := func(f Fault) bool { return w.strikes(f) || extra > 0 && w.strikesWith(ObjetosStubborn, extra) }
	switch {
	case w.objetosDown || strikes(ObjetosHang):
		l.effect, l.answer = -1, -1
	case strikes(ObjetosFail):
		l.refused = true
		return errDown
	case strikes(ObjetosSilent):
		l.answer = -1
	case writes && strikes(ObjetosLate):
		l.effect, l.answer = max(0, l.deadline-w.now)+w.between(0, objetosLateness), -1
	case writes && strikes(ObjetosDeny):
		l.refused, a.denied = true, true
		return errLocked
	}
	return nil
}
