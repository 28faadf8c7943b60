package eliminacion

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Handler is the consumer of a work queue; nil if there is no such queue.
func (s *Servicio) Handler(cola string) broker.Handler {
	switch cola {
	case broker.DeletionQueue:
		return s.Coordinar
	case broker.MinioCleanupQueue:
		return s.BorrarObjeto
	case broker.MetadataCleanupQueue:
		return s.BorrarMetadatos
	}
	return nil
}

// Coordinar takes documento.deletion.queue: it opens the saga when its undo window
// is over, ends it when nobody approved it in time, and answers each finished step
// with the next command.
func (s *Servicio) Coordinar(ctx context.Context, m broker.Message) error {
	a, err := ReadAviso(m)
	if err != nil {
		return err
	}
	ctx = auditoria.Como(ctx, auditoria.Coordinador)
	switch {
	case m.Type == broker.DeletionRequested && a.Paso == Espera:
		return s.abrir(ctx, a.EventoID, VentanaVencida)
	case m.Type == broker.DeletionRequested && a.Paso == Aprobacion:
		return s.abrir(ctx, a.EventoID, AprobacionVencida)
	case m.Type == broker.DeletionRequested:
		return s.responder(ctx, m, a, broker.MinioCleanup) // there was no window to wait for
	case m.Type == broker.MinioCleanupSuccess && a.Paso == MetadataCleanup:
		return s.responder(ctx, m, a, broker.MetadataCleanup)
	case m.Type == broker.MetadataCleanupSuccess && a.Estado == Completada:
		return s.responder(ctx, m, a, broker.DeletionCompleted)
	}
	return nil
}

func (s *Servicio) abrir(ctx context.Context, eventoID string, suceso Suceso) error {
	e, err := s.Store.Eliminacion(ctx, eventoID)
	if err != nil {
		return err
	}
	e, cambio, err := s.ocurrir(ctx, e, suceso, Detalle{})
	s.anotarVencida(e, cambio)
	return err
}

// responder sends the message that follows a success, from the data of the success
// itself: the receiver reads the item.
func (s *Servicio) responder(ctx context.Context, m broker.Message, a Aviso, clave string) error {
	m.ID = a.EventoID + ":" + clave
	m.Type, m.Time, m.Intento = clave, s.now(), 1
	return s.mandar(ctx, m)
}

// BorrarObjeto takes minio.cleanup.queue: it erases every version of the file,
// or, while compensating, finds out whether the file is still there. Its time
// counts from before it reads the saga: an eraser that stood still in between may
// not act on old data any more.
func (s *Servicio) BorrarObjeto(ctx context.Context, m broker.Message) error {
	ctx = auditoria.Como(ctx, auditoria.BorradorObjetos)
	paso, cancel := context.WithTimeout(ctx, s.Plazos.PasoMaximo)
	defer cancel()
	e, err := s.sagaDe(paso, m)
	if err != nil {
		return err
	}
	switch (situacion{e.Estado, e.Paso}) {
	case completada: // whoever executed it may not have come to tell
		s.Despacho.Enviar(Mensaje(e, broker.DeletionCompleted, s.now()))
	case enMinio:
		versiones, falla := s.Objetos.Borrar(paso, e.StoragePath)
		return s.borrado(ctx, e, Detalle{Versiones: versiones}, m.Intento, falla)
	case compensando:
		return s.compensar(ctx, e, m.Intento)
	case enMetadata:
		_, err = s.aplicar(ctx, e, ObjetoBorrado, Falla{})
	}
	return err
}

func (s *Servicio) sagaDe(ctx context.Context, m broker.Message) (Eliminacion, error) {
	a, err := ReadAviso(m)
	if err != nil {
		return Eliminacion{}, err
	}
	return s.Store.Eliminacion(ctx, a.EventoID)
}

// borrado books how an erasure ended. A permanent failure is also returned: the
// message is a dead letter for the operator.
func (s *Servicio) borrado(ctx context.Context, e Eliminacion, d Detalle, intento int, falla error) error {
	if falla == nil {
		_, _, err := s.ocurrir(ctx, e, ObjetoBorrado, d)
		return err
	}
	d.Falla = s.falla(e, intento, falla)
	suceso := PasoFallido
	if fault.Transient(falla) {
		suceso = IntentoFallido
	}
	_, _, err := s.ocurrir(ctx, e, suceso, d)
	switch {
	case err == nil:
		return falla
	case suceso == PasoFallido:
		return err
	}
	return errors.Join(falla, err)
}

// compensar gives the document back only if its file can be read for certain: not
// before the erasures that were begun must have taken effect. If the file is gone
// after all, the deletion goes forward.
func (s *Servicio) compensar(ctx context.Context, e Eliminacion, intento int) error {
	if s.now().Before(e.compensaDesde().Add(s.Plazos.Reposo)) {
		return nil // the item is due when it is time
	}
	existe, falla := s.Objetos.Existe(ctx, e.StoragePath)
	if falla != nil {
		return s.contar(ctx, e, intento, falla)
	}
	suceso := ObjetoIntacto
	if !existe {
		suceso = ObjetoBorrado
	}
	_, err := s.aplicar(ctx, e, suceso, Falla{})
	return err
}

// BorrarMetadatos takes metadata.cleanup.queue: document, counter and saga
// change in one transaction.
func (s *Servicio) BorrarMetadatos(ctx context.Context, m broker.Message) error {
	ctx = auditoria.Como(ctx, auditoria.BorradorMetadata)
	e, err := s.sagaDe(ctx, m)
	if err != nil {
		return err
	}
	_, falla := s.aplicar(ctx, e, MetadatosLibres, Falla{})
	switch {
	case falla == nil:
		return nil
	case fault.Transient(falla):
		return s.contar(ctx, e, m.Intento, falla)
	}
	if _, err := s.aplicar(ctx, e, PasoFallido, s.falla(e, m.Intento, falla)); err != nil {
		return err
	}
	return falla
}

// contar records a failed execution where people can see it, and returns the
// failure so that the broker brings the message back. If even that cannot be
// written the failure alone counts: the item stays due.
func (s *Servicio) contar(ctx context.Context, e Eliminacion, intento int, falla error) error {
	if _, err := s.aplicar(ctx, e, IntentoFallido, s.falla(e, intento, falla)); err != nil {
		return errors.Join(falla, err)
	}
	return falla
}

func (s *Servicio) falla(e Eliminacion, intento int, err error) Falla {
	codigo := fault.CodeOf(err)
	return Falla{Paso: e.Paso, Codigo: string(codigo), Mensaje: mensajeDe(e.Paso, codigo), Intento: intento, En: s.now()}
}

// mensajeDe is the text for the citizen. It promises another try exactly if the
// failure is transient.
func mensajeDe(p Paso, c fault.Code) string {
	que, almacen := "El archivo", "El almacén de archivos"
	if p != MinioCleanup {
		que, almacen = "El registro del documento", "El almacén de metadatos"
	}
	switch {
	case !fault.Transient(fault.New(c, "")):
		return almacen + " no permite borrar este documento."
	case c == fault.Conflict:
		return que + " cambió mientras se borraba; se intentará de nuevo."
	case c == fault.Internal:
		return almacen + " falló; se intentará de nuevo."
	default:
		return almacen + " no respondió; se intentará de nuevo."
	}
}

// SinProgreso ends a step that was delivered too often without result.
func (s *Servicio) SinProgreso(ctx context.Context, e Eliminacion) error {
	f := Falla{Paso: e.Paso, Codigo: string(fault.Unavailable), Intento: e.Intento, En: s.now(),
		Mensaje: "El paso no avanzó después de varias entregas."}
	e, cambio, err := s.ocurrir(auditoria.Como(ctx, auditoria.Barrendero), e, SinProgreso, Detalle{Falla: f})
	s.anotarVencida(e, cambio)
	return err
}

// Agotada reports whether a leased saga was delivered too often. While it
// compensates it is never given up: nobody knows yet whether the file is there.
func (s *Servicio) Agotada(e Eliminacion) bool {
	return e.Estado == Iniciada && e.Entregas > s.Plazos.MaxEntregas
}

// Pausa is when a command that is leased now is due again. How often it was
// delivered before is not known yet: the fencing token tells at least.
func (s *Servicio) Pausa(p Pendiente, now time.Time) time.Time {
	if s.Ejecutor != nil && p.Secuencia == 1 && p.Arriendos == 0 {
		return now.Add(min(PrimerPlazo, s.Plazos.Respuesta))
	}
	return s.Plazos.Siguiente(Eliminacion{Entregas: int(min(p.Arriendos, 16))}, now)
}
