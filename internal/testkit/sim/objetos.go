package sim

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
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
	ids      []string // versions, the current one last
	locked   bool     // its lock never ends
	denied   bool     // somebody was told so, rightly or not
	stubborn bool     // nearly every call about it fails

	uploaded bool                    // it came while the world went on
	sent     int                     // the upload that lies beside it; 0 for none
	sealed   bool                    // no upload can be stored
	changed  time.Duration           // when either became so
	parts    map[string]map[int]bool // received, by upload in parts
}

// Borrar implements documento.Objetos: seal the upload, list, delete version by version with the
// current one last, list again; no call is sent after the step's deadline.
func (o objetos) Borrar(_ context.Context, name string) (n int, err error) {
	w, t := o.p.w, o.p.w.current()
	until := t.begun + o.p.eliminaciones.Plazos.PasoMaximo
	if t.sweep {
		until = w.Now + objetosTimeout
	}
	a := w.files[name]
	if a.uploaded {
		if err := o.seal(until, name, false); err != nil {
			return n, err
		}
	}
	for {
		left := 0
		if err := o.call(t, until, "list", name, false, func() error { left = len(a.ids); return nil }); err != nil {
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

// BorrarVarios implements documento.Objetos: one after the other, all within one deadline. Only deletions call it.
func (o objetos) BorrarVarios(ctx context.Context, objs []documento.VersionObjeto) (bs []documento.Borrado) {
	o.p.w.checkRole(o.p, role.ObjectEraser)
	for _, obj := range objs {
		n, err := o.eraseKnown(ctx, obj)
		bs = append(bs, documento.Borrado{Versiones: n, Err: err})
	}
	return bs
}

// eraseKnown: seal the upload, delete the version that is known, look whether anything is left; list if so.
func (o objetos) eraseKnown(ctx context.Context, obj documento.VersionObjeto) (n int, err error) {
	if obj.Version == "" {
		return o.Borrar(ctx, obj.Nombre)
	}
	w, t, a := o.p.w, o.p.w.current(), o.p.w.files[obj.Nombre]
	until := t.begun + o.p.eliminaciones.Plazos.PasoMaximo
	if a.uploaded {
		if err := o.seal(until, obj.Nombre, false); err != nil {
			return 0, err
		}
	}
	err = o.call(t, until, "delete known", obj.Nombre, true, func() error { return w.eraseID(obj.Nombre, a, obj.Version) })
	if err != nil && w.bug != LookEarly {
		return 0, err
	}
	if w.bug == KnownUnseen {
		return 1, nil
	}
	left := 0
	if err := o.call(t, until, "look for leftovers", obj.Nombre, false, func() error {
		left = len(a.ids)
		if w.bug == LookEarly && slices.Contains(a.ids, obj.Version) {
			left--
		}
		return nil
	}); err != nil || left == 0 {
		return 1, err
	}
	n, err = o.Borrar(ctx, obj.Nombre)
	return n + 1, err
}

// eraseVersion takes one version away, the current one last.
func (w *world) eraseVersion(name string, a *file) error {
	if len(a.ids) == 0 {
		return w.eraseID(name, a, "")
	}
	return w.eraseID(name, a, a.ids[0])
}

// eraseID takes a version away, if it is there.
func (w *world) eraseID(name string, a *file, id string) error {
	if a.locked {
		a.denied = true
		return errLocked
	}
	if i := slices.Index(a.ids, id); i >= 0 {
		w.onVersionErased(name)
		a.ids = slices.Delete(a.ids, i, i+1)
	}
	return nil
}

// store adds a version, which is the current one.
func (w *world) store(a *file) (id string) {
	w.stored++
	id = fmt.Sprint("v", w.stored)
	a.ids = append(a.ids, id)
	return id
}

// Comienzo implements documento.Objetos: nobody here asks for bytes.
func (o objetos) Comienzo(_ context.Context, name string, _ int64) (c documento.Comienzo, err error) {
	w, t := o.p.w, o.p.w.current()
	err = o.call(t, t.deadline, "look", name, false, func() error {
		ids := w.files[name].ids
		if len(ids) == 0 {
			return errAbsent
		}
		c.Version = ids[len(ids)-1]
		return nil
	})
	return c, err
}

// Existe implements documento.Objetos.
func (o objetos) Existe(_ context.Context, name string) (exists bool, err error) {
	exists, err = o.look(name)
	return exists || o.p.w.bug == CompensarUnseen, err
}

// look looks whether a file is there.
func (o objetos) look(name string) (there bool, err error) {
	w, t := o.p.w, o.p.w.current()
	err = o.call(t, t.deadline, "look", name, false, func() error { there = len(w.files[name].ids) > 0; return nil })
	return there, err
}

const objetosTimeout = 10 * time.Second // what an adapter allows one call

// call makes one call to the object store.
func (o objetos) call(t *task, until time.Duration, what, name string, writes bool, effect func() error) (err error) {
	w := o.p.w
	l := call{deadline: min(until, w.Now+objetosTimeout, t.deadline)}
	l.effect, l.answer = w.times(time.Millisecond, 8*time.Millisecond)
	err = o.spoil(&l, w.files[name], writes)
	run := func() {
		if err = effect(); writes && !t.sweep {
			o.p.wrote(writeCall)
		}
	}
	switch answered := w.perform(t, l, run); {
	case !answered && writes && w.bug != CopyKnown:
		err = fault.Wrap(fault.Unavailable, documento.ErrSinDesenlace)
	case !answered:
		err = errDown
	}
	if w.trace != nil && !t.Dead() {
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
		l.effect, l.answer = max(0, l.deadline-w.Now)+w.between(0, objetosLateness), -1
	case writes && strikes(ObjetosDeny):
		l.refused, a.denied = true, true
		return errLocked
	}
	return nil
}
