package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Uploads are kept as on S3: a signed PUT writes beside the files, and overwrites nothing; the confirmation
// copies what it has seen, and a seal takes the upload's place. Parts are joined under the file's own name.

// sign is a PUT that the object store takes until a moment; the address names it.
func (w *world) sign(p *process, l link, lasting time.Duration) documento.Carga {
	l.until = w.Now + p.skew + lasting
	url := fmt.Sprint(len(w.links))
	w.links[url] = l
	return documento.Carga{URL: url, ExpiraEn: epoch.Add(l.until)}
}

// PrepararCarga implements documento.Objetos; it calls nobody.
func (o objetos) PrepararCarga(_ context.Context, obj documento.Objeto, lasting time.Duration) (documento.Carga, error) {
	return o.p.w.sign(o.p, link{name: obj.Nombre}, lasting), nil
}

// FirmarParte implements documento.ObjetosPorPartes; it calls nobody.
func (o objetos) FirmarParte(_ context.Context, obj documento.Objeto, id string, p documento.Parte, lasting time.Duration) (documento.Carga, error) {
	return o.p.w.sign(o.p, link{name: obj.Nombre, id: id, part: p.Numero}, lasting), nil
}

// send is a client's PUT. Its link is looked at when it begins; its bytes are there later.
func (w *world) send(url string) {
	l := w.links[url]
	if w.Now >= l.until || w.objetosDown {
		w.note(nil, "PUT of %s refused", w.short(l.name))
		return
	}
	w.After(w.between(10*time.Millisecond, 15*time.Second), func() { w.arrive(l) })
}

// arrive stores what a client sent, if its place is free.
func (w *world) arrive(l link) {
	f := w.files[l.name]
	if l.part > 0 {
		if parts, open := f.parts[l.id]; open {
			parts[l.part] = true
		}
		return
	}
	if f.sent != 0 || f.sealed {
		return
	}
	w.sends++
	f.sent, f.changed = w.sends, w.Now
	w.onArrive(l.name)
}

// namingTimeout is what an adapter allows for giving a small file its name: whoever asked for it has time left afterwards.
const namingTimeout = 5 * time.Second

// Recibida implements documento.Objetos.
func (o objetos) Recibida(_ context.Context, obj documento.Objeto) (func(context.Context) error, error) {
	w, t := o.p.w, o.p.w.current()
	f, seen := w.files[obj.Nombre], 0
	if err := o.call(t, t.deadline, "look at upload", obj.Nombre, false, func() error {
		if seen = f.sent; f.sealed {
			seen = 0
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if seen == 0 {
		there, err := o.look(obj.Nombre)
		if err == nil && !there {
			err = errAbsent
		}
		return nil, err
	}
	return func(context.Context) error {
		there := f.sent == seen // a copy reads the upload at its beginning, and lands at its end
		return o.call(t, w.Now+namingTimeout, "copy upload", obj.Nombre, true, func() error {
			if !there {
				return errAbsent
			}
			w.name(obj.Nombre)
			return nil
		})
	}, nil
}

// name gives a file its name: from now on it can be read.
func (w *world) name(name string) {
	w.store(w.files[name])
	w.onNamed(name)
}

// CerrarCarga implements documento.Objetos.
func (o objetos) CerrarCarga(_ context.Context, name string) error {
	return o.seal(o.p.w.current().deadline, name, false)
}

// AnularCarga implements documento.Objetos.
func (o objetos) AnularCarga(_ context.Context, name string) error {
	return o.seal(o.p.w.current().deadline, name, true)
}

// seal takes the bytes of an upload away, and leaves a seal first; also where there are none, if demanded.
func (o objetos) seal(until time.Duration, name string, demanded bool) error {
	w, t, f := o.p.w, o.p.w.current(), o.p.w.files[name]
	for {
		seen, sealed := 0, false
		if err := o.call(t, until, "list upload", name, false, func() error { seen, sealed = f.sent, f.sealed; return nil }); err != nil {
			return err
		}
		if seen == 0 && (sealed || !demanded) || w.bug == NoSeal && seen == 0 {
			return nil
		}
		if !sealed && w.bug != NoSeal {
			if err := o.call(t, until, "seal upload", name, true, func() error { f.sealed, f.changed = true, w.Now; return nil }); err != nil {
				return err
			}
		}
		if err := o.call(t, until, "delete upload", name, true, func() error { return w.eraseUpload(name, seen) }); err != nil {
			return err
		}
	}
}

// eraseUpload takes the bytes of an upload away that were seen.
func (w *world) eraseUpload(name string, seen int) error {
	if f := w.files[name]; seen != 0 && f.sent == seen {
		f.sent = 0
		w.onUploadErased(name)
	}
	return nil
}

// BorrarResto implements documento.Objetos.
func (o objetos) BorrarResto(_ context.Context, name string) error {
	w, f := o.p.w, o.p.w.files[name]
	return o.call(w.current(), w.Now+objetosTimeout, "delete rest", name, true, func() error {
		err := w.eraseUpload(name, f.sent)
		f.sealed = false
		return err
	})
}

// Restos implements documento.Objetos.
func (o objetos) Restos(context.Context, string, int) (page documento.PaginaRestos, err error) {
	w := o.p.w
	err = o.call(w.current(), w.Now+objetosTimeout, "list rests", "", false, func() error {
		page.Restos = nil
		for _, u := range w.uploads {
			if f := w.files[documento.NombreObjeto(u.Clave)]; f.sent != 0 || f.sealed {
				page.Restos = append(page.Restos, documento.Resto{Clave: u.Clave, Modificado: epoch.Add(f.changed)})
			}
		}
		return nil
	})
	return page, err
}

// AbrirPartes implements documento.ObjetosPorPartes.
func (o objetos) AbrirPartes(_ context.Context, obj documento.Objeto) (id string, err error) {
	w, t := o.p.w, o.p.w.current()
	err = o.call(t, t.deadline, "open parts", obj.Nombre, true, func() error {
		f := w.files[obj.Nombre]
		if f.parts == nil {
			f.parts = map[string]map[int]bool{}
		}
		w.sends++
		id = fmt.Sprint("parts", w.sends)
		f.parts[id] = map[int]bool{}
		return nil
	})
	return id, err
}

// PartesRecibidas implements documento.ObjetosPorPartes. Nobody in the simulation asks for the hashes.
func (o objetos) PartesRecibidas(_ context.Context, obj documento.Objeto, id string) (there []documento.Parte, err error) {
	w, t := o.p.w, o.p.w.current()
	err = o.call(t, t.deadline, "list parts", obj.Nombre, false, func() error {
		parts, open := w.files[obj.Nombre].parts[id]
		if !open {
			return errAbsent
		}
		there = nil
		for n := range parts {
			there = append(there, documento.Parte{Numero: n})
		}
		return nil
	})
	return there, err
}

// UnirPartes implements documento.ObjetosPorPartes. At times its time is up before all is read.
func (o objetos) UnirPartes(_ context.Context, obj documento.Objeto, p documento.Partes, _ time.Time) (documento.Partes, error) {
	w, t := o.p.w, o.p.w.current()
	f := w.files[obj.Nombre]
	joined, err := o.look(obj.Nombre)
	if err != nil {
		return p, err
	}
	if !joined {
		ended := false
		err = o.call(t, w.Now+namingTimeout, "join parts", obj.Nombre, true, func() error {
			parts, open := f.parts[p.ID]
			if ended = !open; ended || int64(len(parts)) < p.Total(obj.TamanoBytes) {
				return fault.Plain(fault.FileMissing)
			}
			delete(f.parts, p.ID)
			w.name(obj.Nombre)
			return nil
		})
		if ended {
			p = documento.Partes{Tamano: p.Tamano}
		}
	}
	if err != nil {
		return p, err
	}
	err = o.call(t, t.deadline, "read", obj.Nombre, false, func() error {
		if len(f.ids) == 0 {
			return errAbsent
		}
		if p.Verificados = obj.TamanoBytes; w.oneIn(3) {
			p.Verificados /= 2
		}
		return nil
	})
	return p, err
}

// BorrarPartes implements documento.ObjetosPorPartes.
func (o objetos) BorrarPartes(_ context.Context, name string) error {
	w := o.p.w
	return o.call(w.current(), w.Now+objetosTimeout, "delete parts", name, true, func() error {
		clear(w.files[name].parts)
		return nil
	})
}

// BorrarPartesViejas implements documento.ObjetosPorPartes: no run lasts for eight days.
func (o objetos) BorrarPartesViejas(context.Context, time.Time) (int, error) { return 0, nil }
