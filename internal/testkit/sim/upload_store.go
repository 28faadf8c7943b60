package sim

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// putUpload stores an upload that was announced.
func (w *world) putUpload(p *process, d documento.Documento) {
	stored := d
	w.documentos[d.DocumentoID] = &stored
	w.titles[d.DocumentoID] = []string{d.Titulo}
	w.files[d.StoragePath] = &file{uploaded: true, stubborn: w.strikesWith(ObjetosStubborn, 0.5)}
	u := &upload{Clave: d.Clave(), delivered: d.EsEntregado(), happened: map[auditoria.Tipo]int{}}
	w.uploads, w.byID[d.DocumentoID] = append(w.uploads, u), u
	w.shortNames[d.DocumentoID] = "u" + d.DocumentoID[33:]
	w.shortNames[d.StoragePath] = w.shortNames[d.DocumentoID]
	c := w.carpetas[d.CarpetaID]
	c.Uso = c.Uso.Mas(d.Uso())
	w.remember(p, stored)
}

// remember keeps what an upload was, for indexes that lag, and checks the carpeta.
func (w *world) remember(p *process, d documento.Documento) {
	u := w.byID[d.DocumentoID]
	u.past = append(u.past, version[documento.Documento]{w.Now, d})
	w.note(p, "[store] %s is %s until %v, reserved until %v", w.short(d.DocumentoID), d.Estado, d.ExpiraEn.Sub(epoch), d.ReservadaHasta.Sub(epoch))
	w.checkCounts()
}

// pending is an upload as it is stored, unless it expired.
func (w *world) pending(k documento.Clave, now time.Time) (*documento.Documento, error) {
	d, found := w.documentos[k.DocumentoID]
	if !found || d.Expirado(now) {
		return nil, errAbsent
	}
	return d, nil
}

// sameContent is the upload of the same content that waits.
func (w *world) sameContent(d documento.Documento, now time.Time) *documento.Documento {
	for _, u := range w.uploads {
		if other, err := w.pending(u.Clave, now); err == nil && other.CarpetaID == d.CarpetaID && other.MismoContenido(d) && other.EsPendiente() {
			return other
		}
	}
	return nil
}

// CrearCarga implements documento.Store.
func (a *storeClient) CrearCarga(_ context.Context, d documento.Documento, cuota carpeta.Cuota, h auditoria.Evento) error {
	w := a.p.w
	return a.recordUpload("CrearCarga", &h, func(h []auditoria.Evento) error {
		w.invent(UploadEventInvented, h)
		if c := w.carpetas[d.CarpetaID]; !cuota.Admite(c.Uso, d.TamanoBytes) {
			return cuota.Excedida(c.Uso, d.TamanoBytes)
		}
		if first := w.sameContent(d, a.p.clock()); first != nil {
			return fault.Wrap(fault.Conflict, documento.YaAnunciada{Primera: *first})
		}
		w.putUpload(a.p, d)
		w.tellUpload(documento.Documento{}, d, h)
		return nil
	})
}

// ReservarCarga implements documento.Store.
func (a *storeClient) ReservarCarga(_ context.Context, d documento.Documento, until time.Time) (documento.Documento, error) {
	next := d
	if next.ReservadaHasta = until; next.ExpiraEn.Before(until) {
		next.ExpiraEn = until
	}
	return next, a.change("ReservarCarga", d, next, nil, a.p.w.bug == ReservarUnconditional || a.p.w.bug == ReservarExpired)
}

// CambiarCarga implements documento.Store.
func (a *storeClient) CambiarCarga(_ context.Context, seen, d documento.Documento, h *auditoria.Evento) (documento.Documento, error) {
	return d, a.change("CambiarCarga", seen, d, h, false)
}

// change writes an upload anew that is as it was seen.
func (a *storeClient) change(what string, seen, next documento.Documento, h *auditoria.Evento, whatever bool) error {
	w, now := a.p.w, a.p.clock()
	if whatever && w.bug == ReservarExpired || next.Cancelada() {
		now = time.Time{}
	}
	return a.recordUpload(what, h, func(h []auditoria.Evento) error {
		w.invent(UploadEventInvented, h)
		stored, err := w.pending(seen.Clave(), now)
		if err != nil {
			return err
		}
		if stored.Estado != documento.Cargando || !whatever && !sameUpload(*stored, seen) {
			return errConflict
		}
		if w.byID[next.DocumentoID].cancelled {
			w.violate("a cancelled upload waits again")
		}
		before := *stored
		*stored = next
		w.titles[next.DocumentoID][0] = next.Titulo
		w.remember(a.p, next)
		w.tellUpload(before, next, h)
		return nil
	})
}

func sameUpload(stored, seen documento.Documento) bool {
	return sameWrite(stored, seen) && stored.ExpiraEn.Equal(seen.ExpiraEn) && stored.Partes.ID == seen.Partes.ID
}

func sameWrite(stored, seen documento.Documento) bool {
	return stored.ReservadaHasta.Equal(seen.ReservadaHasta) && stored.CopiaHasta.Equal(seen.CopiaHasta) &&
		stored.FechaUltimaModificacion.Equal(seen.FechaUltimaModificacion)
}

// ConfirmarCarga implements documento.Store.
func (a *storeClient) ConfirmarCarga(_ context.Context, seen, d documento.Documento, h auditoria.Evento) (documento.Documento, error) {
	return a.confirm("ConfirmarCarga", seen, d, h, func() error { return nil })
}

func (a *storeClient) confirm(what string, seen, d documento.Documento, h auditoria.Evento, also func() error) (final documento.Documento, err error) {
	w, now := a.p.w, a.p.clock()
	err = a.recordUpload(what, &h, func(h []auditoria.Evento) error {
		w.invent(UploadEventInvented, h)
		stored, err := w.pending(d.Clave(), now)
		if err != nil {
			return err
		}
		if final = *stored; stored.Estado != documento.Cargando {
			return nil
		}
		if !sameWrite(*stored, seen) && w.bug != ReservarUnconditional {
			return errConflict
		}
		if err := also(); err != nil {
			return err
		}
		before := *stored
		*stored = d
		stored.ExpiraEn, stored.ReservadaHasta = time.Time{}, time.Time{}
		final = *stored
		w.onConfirm(a.p, before, *stored)
		w.tellUpload(before, *stored, h)
		return nil
	})
	return final, err
}

// AunVencido implements documento.Store.
func (a *storeClient) AunVencido(_ context.Context, k documento.Clave) (d documento.Documento, err error) {
	var now time.Time
	if a.p.w.bug == CancelByClock {
		now = a.p.clock()
	}
	err = a.call("AunVencido", readCall, func() error {
		stored, err := a.p.w.pending(k, now)
		if err == nil {
			d = *stored
		}
		return err
	})
	return d, err
}

// Documentos implements documento.Store.
func (a *storeClient) Documentos(_ context.Context, ks []documento.Clave) (ds []documento.Documento, err error) {
	now := a.p.clock()
	err = a.call("Documentos", readCall, func() error {
		ds = nil
		for _, k := range ks {
			if d, err := a.p.w.pending(k, now); err == nil {
				ds = append(ds, *d)
			}
		}
		return nil
	})
	return ds, err
}

// MismaCarga implements documento.Store, from an index that may lag, and the documents as they are.
func (a *storeClient) MismaCarga(_ context.Context, carpetaID, hash string, bytes int64) (d documento.Documento, found bool, err error) {
	w, now := a.p.w, a.p.clock()
	err = a.call("MismaCarga", readCall, func() error {
		at, like := w.Now-w.lag(), documento.Documento{Hash: hash, Fila: documento.Fila{TamanoBytes: bytes}}
		found = false
		for _, u := range w.uploads {
			if seen, _ := u.past.asOf(at); u.CarpetaID != carpetaID || !seen.EsPendiente() || seen.Expirado(now) {
				continue
			}
			if stored, err := w.pending(u.Clave, now); err == nil && stored.EsPendiente() && stored.MismoContenido(like) {
				d, found = *stored, true
				return nil
			}
		}
		return nil
	})
	return d, found, err
}

// CargasVencidas implements documento.Store, from an index that may lag.
func (a *storeClient) CargasVencidas(_ context.Context, before time.Time, limit int) (ds []documento.Documento, err error) {
	w := a.p.w
	err = a.call("CargasVencidas", readCall, func() error {
		at := w.Now - w.lag()
		ds = nil
		for _, u := range w.uploads {
			d, _ := u.past.asOf(at)
			if w.bug == SweepUnseen {
				d = u.past[0].is
				d.ExpiraEn = before
			}
			if d.Estado == documento.Cargando && !d.ExpiraEn.After(before) && len(ds) < limit {
				ds = append(ds, d)
			}
		}
		return nil
	})
	return ds, err
}

// OlvidarCarga implements documento.Store.
func (a *storeClient) OlvidarCarga(_ context.Context, d documento.Documento, h *auditoria.Evento) error {
	w, now := a.p.w, a.p.clock()
	return a.recordUpload("OlvidarCarga "+w.short(d.DocumentoID), h, func(h []auditoria.Evento) error {
		w.invent(UploadEventInvented, h)
		stored, found := w.documentos[d.DocumentoID]
		if !found {
			return nil
		}
		if stored.Estado != documento.Cargando || !sameUpload(*stored, d) || !stored.Expirado(now) {
			return errConflict
		}
		delete(w.documentos, d.DocumentoID)
		w.forgetOnce(*stored)
		if c := w.carpetas[d.CarpetaID]; w.bug != ForgetUncounted {
			c.Uso = c.Uso.Menos(stored.Uso())
		}
		w.remember(a.p, documento.Documento{Fila: documento.Fila{DocumentoID: d.DocumentoID}})
		w.tellUpload(*stored, documento.Documento{}, h)
		return nil
	})
}
