package sim

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// mark says that an entity delivers a content to a carpeta.
type mark struct{ carpetaID, hash, entidadID string }

func markOf(d documento.Documento) mark { return mark{d.CarpetaID, d.Hash, d.EmisorID} }

// forgetOnce lets the content of a delivered document be delivered again.
func (w *world) forgetOnce(d documento.Documento) {
	if w.marks[markOf(d)] == d.DocumentoID {
		delete(w.marks, markOf(d))
	}
}

// CarpetaDeCiudadano implements carpeta.Store.
func (a *storeClient) CarpetaDeCiudadano(_ context.Context, ciudadanoID string) (c carpeta.Carpeta, err error) {
	err = a.call("CarpetaDeCiudadano", readCall, func() error {
		for _, v := range a.p.w.carpetas {
			if v.CiudadanoID == ciudadanoID {
				c = *v
				return nil
			}
		}
		return errAbsent
	})
	return c, err
}

// Entidad implements entidad.Store.
func (a *storeClient) Entidad(_ context.Context, id string) (entidad.Entidad, error) {
	return entidadOf(id), a.call("Entidad", readCall, func() error { return nil })
}

// CrearEntrega implements entrega.Store.
func (a *storeClient) CrearEntrega(_ context.Context, e entrega.Entrega, d documento.Documento, cuota carpeta.Cuota, h auditoria.Evento) (first entrega.Entrega, err error) {
	w, now := a.p.w, a.p.clock()
	err = a.recordUpload("CrearEntrega", &h, func(h []auditoria.Evento) error {
		w.invent(UploadEventInvented, h)
		if before := w.documentos[w.marks[markOf(d)]]; before != nil && !before.Cancelada() && w.bug != EntregarTwice {
			switch {
			case !before.Expirado(now):
				first = w.entregas[before.DocumentoID]
				return nil
			case w.bug != DeliverByClock:
				return fault.Wrap(fault.Conflict, documento.YaAnunciada{Primera: *before})
			}
		}
		if c := w.carpetas[d.CarpetaID]; !cuota.Admite(c.Uso, d.TamanoBytes) {
			return cuota.Excedida(c.Uso, d.TamanoBytes)
		}
		first = e
		w.marks[markOf(d)], w.entregas[d.DocumentoID] = d.DocumentoID, e
		w.putUpload(a.p, d)
		w.tellUpload(documento.Documento{}, d, h)
		w.onDeliver(d)
		return nil
	})
	return first, err
}

// DocumentoDeHash implements entrega.Store, for the deliveries of one entity.
func (a *storeClient) DocumentoDeHash(_ context.Context, carpetaID, hash, entidadID string) (n entrega.Nombre, err error) {
	err = a.call("DocumentoDeHash", readCall, func() error {
		id, found := a.p.w.marks[mark{carpetaID, hash, entidadID}]
		if !found {
			return errAbsent
		}
		n = entrega.Nombre{EntidadID: entidadID, EntregaID: id}
		return nil
	})
	return n, err
}

// onDeliver: the same content of the same entity is one document, that waits or is there.
func (w *world) onDeliver(d documento.Documento) {
	for _, o := range w.documentos {
		if o.DocumentoID != d.DocumentoID && o.EsEntregado() && markOf(*o) == markOf(d) && !o.Cancelada() {
			w.violate("a delivery made a second document")
		}
	}
}

// ConfirmarEntrega implements entrega.Store.
func (a *storeClient) ConfirmarEntrega(_ context.Context, c entrega.Confirmada, h auditoria.Evento, _ ...auditoria.Evento) (documento.Documento, error) {
	return a.confirm("ConfirmarEntrega", c.Visto, c.Documento, h, func() error {
		w, e := a.p.w, c.Entrega
		if c.Reemplaza != nil {
			if err := w.replaceDelivery(*c.Reemplaza); err != nil {
				return fault.Wrap(fault.Conflict, entrega.Corregida{})
			}
		}
		if e.Declaracion.ReemplazaA != "" {
			w.replaces[e.EntregaID] = e.Declaracion.ReemplazaA
		}
		w.entregas[e.EntregaID] = e
		w.onDeliver(c.Documento)
		return nil
	})
}

// Entrega implements entrega.Store.
func (a *storeClient) Entrega(ctx context.Context, n entrega.Nombre) (entrega.Entrega, error) {
	es, err := a.Entregas(ctx, []entrega.Nombre{n})
	if err == nil && len(es) == 0 {
		err = errAbsent
	}
	if err != nil {
		return entrega.Entrega{}, err
	}
	return es[0], nil
}

// Entregas implements entrega.Store.
func (a *storeClient) Entregas(_ context.Context, ns []entrega.Nombre) (es []entrega.Entrega, err error) {
	err = a.call("Entregas", readCall, func() error {
		es = nil
		for _, n := range ns {
			if e, found := a.p.w.entregas[n.EntregaID]; found && e.EntidadID == n.EntidadID {
				es = append(es, e)
			}
		}
		return nil
	})
	return es, err
}

// ContarEnLista implements entrega.Store.
func (a *storeClient) ContarEnLista(_ context.Context, n int64, key []byte) (l entrega.Lista, err error) {
	err = a.call("ContarEnLista", writeCall, func() error {
		w := a.p.w
		w.inList++
		l = entrega.Lista{Numero: n, Llave: make([]byte, len(key)), Dadas: w.inList}
		return nil
	})
	return l, err
}

// CorregirEntrega implements entrega.Store.
func (a *storeClient) CorregirEntrega(_ context.Context, c entrega.Correccion, h auditoria.Evento) error {
	done := false
	return a.record(EventApart, "CorregirEntrega "+a.p.w.short(c.Visto.EntregaID), []auditoria.Evento{h}, func(h []auditoria.Evento) error {
		if done { // the same token
			return nil
		}
		err := a.p.w.correctDelivery(c)
		if done = err == nil; done {
			for _, e := range h {
				a.p.w.keep(e)
			}
		}
		return err
	})
}

// correctDelivery writes what became of a delivery and of its document, if both are as they were seen.
func (w *world) correctDelivery(c entrega.Correccion) error {
	e, d := w.entregas[c.Visto.EntregaID], w.documentos[c.Visto.EntregaID]
	changed := !e.RevocadaEn.Equal(c.Visto.RevocadaEn) || e.ReemplazadaPor != c.Visto.ReemplazadaPor
	if changed && w.bug != ReplaceUnseen || c.ConDocumento() && (d == nil || !d.FechaUltimaModificacion.Equal(c.DocumentoVisto.FechaUltimaModificacion)) {
		return errConflict
	}
	if !e.RevocadaEn.IsZero() {
		w.violate("a delivery was revoked, and changes once more")
	}
	e.RevocadaEn, e.Motivo, e.FirmaRevocacion, e.ReemplazadaPor = c.Entrega.RevocadaEn, c.Entrega.Motivo, c.Entrega.FirmaRevocacion, c.Entrega.ReemplazadaPor
	w.entregas[e.EntregaID] = e
	if c.ConDocumento() {
		before := *d
		d.Juridico, d.MotivoRevocacion, d.RevocadoEn = c.Documento.Juridico, c.Documento.MotivoRevocacion, c.Documento.RevocadoEn
		d.ReemplazadoPor, d.FechaUltimaModificacion = c.Documento.ReemplazadoPor, c.Documento.FechaUltimaModificacion
		w.checkModified(before, *d)
	} else if d != nil && d.Estado != documento.Cargando {
		w.violate("a delivery was taken back, and its document stands")
	}
	return nil
}

// replaceDelivery writes that a delivery was replaced, in the transaction of the one that replaces it.
func (w *world) replaceDelivery(r entrega.Reemplazo) error {
	if w.bug == ReplaceHalf {
		return nil
	}
	err := w.correctDelivery(r.Correccion)
	if err == nil {
		w.keep(r.Hecho)
	}
	return err
}
