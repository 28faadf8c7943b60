package sim

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
)

// code is a code as it is stored, with what is in the trail of it.
type code struct {
	codigo.Codigo
	made  codigo.Codigo // as it was made
	told  map[auditoria.Tipo]int
	shown int // how often somebody saw what it shows
}

// Carpetas implements carpeta.Store.
func (a *storeClient) Carpetas(_ context.Context, ids []string) (cs []carpeta.Carpeta, err error) {
	err = a.call("Carpetas", readCall, func() error {
		cs = nil
		for _, id := range ids {
			if c, found := a.p.w.carpetas[id]; found {
				cs = append(cs, *c)
			}
		}
		return nil
	})
	return cs, err
}

// Anotar implements auditoria.Anotador.
func (a *storeClient) Anotar(_ context.Context, es ...auditoria.Evento) error {
	done := false
	return a.call("Anotar", writeCall, func() error {
		for _, e := range es {
			if !done {
				a.p.w.keep(e)
			}
		}
		done = true
		return nil
	})
}

// writeCode makes a call that writes a code and its event, which recognises its own repetition.
func (a *storeClient) writeCode(what string, h auditoria.Evento, effect func() error) error {
	done := false
	return a.record(CodeEventApart, what, []auditoria.Evento{h}, func(h []auditoria.Evento) error {
		if done {
			return nil
		}
		err := effect()
		if done = err == nil; done {
			for _, e := range h {
				a.p.w.keep(e)
			}
		}
		return err
	})
}

// CrearCodigo implements codigo.Store.
func (a *storeClient) CrearCodigo(_ context.Context, c codigo.Codigo, q codigo.Cupo, h auditoria.Evento) error {
	w, k := a.p.w, c.Nombre().Clave()
	return a.writeCode("CrearCodigo", h, func() error {
		if w.cupos[k].Version != q.Version-1 {
			return errConflict
		}
		w.cupos[k] = q
		x := &code{Codigo: c, made: c, told: map[auditoria.Tipo]int{}}
		w.codes, w.codeByID[c.CodigoID] = append(w.codes, x), x
		return nil
	})
}

// Cupo implements codigo.Store.
func (a *storeClient) Cupo(_ context.Context, k documento.Clave) (q codigo.Cupo, err error) {
	err = a.call("Cupo", readCall, func() error {
		q = a.p.w.cupos[k]
		q.Lugares = slices.Clone(q.Lugares)
		return nil
	})
	return q, err
}

// Codigo implements codigo.Store.
func (a *storeClient) Codigo(_ context.Context, n codigo.Nombre) (codigo.Codigo, error) {
	return a.readCode("Codigo", func(c *code) bool { return c.Nombre() == n })
}

// CodigoDeResumen implements codigo.Store.
func (a *storeClient) CodigoDeResumen(_ context.Context, resumen string) (codigo.Codigo, error) {
	return a.readCode("CodigoDeResumen", func(c *code) bool { return c.Resumen == resumen })
}

func (a *storeClient) readCode(what string, is func(*code) bool) (c codigo.Codigo, err error) {
	err = a.call(what, readCall, func() error {
		for _, x := range a.p.w.codes {
			if is(x) {
				if c = x.Codigo; a.p.w.bug == CodeStale {
					c = x.made
				}
				return nil
			}
		}
		return errAbsent
	})
	return c, err
}

// CodigosDe implements codigo.Store.
func (a *storeClient) CodigosDe(_ context.Context, q codigo.Consulta) (all []codigo.Codigo, err error) {
	err = a.call("CodigosDe", readCall, func() error {
		all = nil
		for _, x := range a.p.w.codes {
			if x.CarpetaID == q.CarpetaID && x.DocumentoID == q.DocumentoID && x.Nombre().ClaveOrden() > q.Desde {
				all = append(all, x.Codigo)
			}
		}
		all = all[:min(len(all), q.Limite)]
		return nil
	})
	return all, err
}

// UsarCodigo implements codigo.Store.
func (a *storeClient) UsarCodigo(_ context.Context, seen codigo.Codigo, worth documento.Juridico, now time.Time, h auditoria.Evento) error {
	w, t := a.p.w, a.p.w.current()
	t.use = nil
	return a.writeCode("UsarCodigo", h, func() error {
		c := w.codeByID[seen.CodigoID]
		d := cmp.Or(w.documentos[c.DocumentoID], &documento.Documento{})
		allows := c.Codigo
		switch w.bug {
		case CodeUncounted:
			allows.Usos = seen.Usos
		case CodeEndUnseen:
			allows.TerminadoEn = time.Time{}
		}
		switch {
		case allows.Estado(now) != codigo.Vigente:
			return errAbsent
		case d.Estado != documento.Procesado && w.bug != CodeUnlocked, d.Juridico != worth && w.bug != CodeWorthUnseen:
			return errConflict
		}
		t.use = &use{code: c, document: *d, before: c.Codigo}
		c.Usos++
		return nil
	})
}

// errEnded: a code was ended before, and there is nothing to write.
var errEnded = errors.New("ended before")

// TerminarCodigo implements codigo.Store.
func (a *storeClient) TerminarCodigo(_ context.Context, n codigo.Nombre, now time.Time, h auditoria.Evento) (c codigo.Codigo, err error) {
	w := a.p.w
	err = a.writeCode("TerminarCodigo", h, func() error {
		x := w.codeByID[n.CodigoID]
		if !x.TerminadoEn.IsZero() {
			c = x.Codigo
			return errEnded
		}
		x.TerminadoEn = now
		c = x.Codigo
		return nil
	})
	if errors.Is(err, errEnded) {
		err = nil
	}
	return c, err
}
