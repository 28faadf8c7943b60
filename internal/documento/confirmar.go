package documento

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Times of a confirmation. A copy that its store still makes after its deadline must end
// within the reservation, also if that was given back: see Documento.CopiaHasta.
const (
	plazoFijar   = time.Minute
	plazoReserva = 3 * time.Minute
	plazoCerrar  = 5 * time.Second
	pausaOtra    = 100 * time.Millisecond
	vecesOtra    = 20
	vecesVisible = 5
)

// confirmacion writes a document as it is once it is visible, unless its upload changed since visto was read.
type confirmacion = func(ctx context.Context, visto, d Documento) (Documento, error)

// ConfirmarCarga verifies the file that arrived, gives it its name, and makes the document
// visible. BAD_USER_INPUT if the file is missing or is another one than announced.
func (s *Servicio) ConfirmarCarga(ctx context.Context, quien auth.Principal, k Clave) (Documento, error) {
	d, c, err := s.verEn(ctx, quien, k)
	switch {
	case err != nil || d.Estado != Cargando:
		return d, err
	case d.EsEntregado():
		return Documento{}, auth.NotFound()
	}
	return s.Confirmar(auditoria.ConAutor(ctx, quien, c.CiudadanoID), d, s.confirmada(c))
}

// confirmada makes an upload of a carpeta visible in the store.
func (s *Servicio) confirmada(c carpeta.Carpeta) confirmacion {
	return func(ctx context.Context, visto, d Documento) (Documento, error) {
		return s.Store.ConfirmarCarga(ctx, visto, d, s.Escribano.Levantar(ctx, d.Hecho(auditoria.CargaConfirmada, c.OperadorID)))
	}
}

// Confirmar is ConfirmarCarga for a document that is CARGANDO, whoever confirms it. guardar
// makes it visible in the store.
func (s *Servicio) Confirmar(ctx context.Context, d Documento, guardar confirmacion) (Documento, error) {
	if d.Partes.Tamano > 0 {
		return s.confirmarPartes(ctx, d, guardar)
	}
	k := d.Clave()
	fijar, err := s.Objetos.Recibida(ctx, d.Objeto())
	switch {
	case errors.Is(err, fault.NotFound):
		return s.otraVez(ctx, k, fault.Plain(fault.FileMissing))
	case err != nil:
		return Documento{}, err
	case fijar == nil:
		return s.hacerVisible(ctx, d, guardar)
	}
	d, err = s.conReserva(ctx, d, func(ctx context.Context, d Documento) (Documento, Partes, error) {
		err := conPlazo(ctx, fijar)
		if err == nil {
			d, err = s.hacerVisible(ctx, d, guardar)
		}
		return d, Partes{}, err
	})
	switch {
	case errors.Is(err, fault.Conflict):
		return s.esperarOtra(ctx, k, err)
	case errors.Is(err, fault.NotFound): // another one took the upload away
		return s.otraVez(ctx, k, fault.Plain(fault.FileMissing))
	case err == nil:
		s.cerrar(ctx, d)
	}
	return d, err
}

// esperarOtra waits a moment for the confirmation that was faster.
func (s *Servicio) esperarOtra(ctx context.Context, k Clave, conflict error) (Documento, error) {
	for range vecesOtra {
		if !s.pausar(ctx, pausaOtra) {
			break
		}
		if d, err := s.Store.Documento(ctx, k); err != nil || d.Estado != Cargando {
			return d, auth.Hidden(err)
		}
	}
	return Documento{}, otraEnCurso().Because(conflict)
}

// pausar reports whether the caller still waits at the end of a pause.
func (s *Servicio) pausar(ctx context.Context, d time.Duration) bool {
	if s.Pausa != nil {
		return s.Pausa(ctx, d)
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// otraVez answers with the document of a confirmation that was faster, whose end took the
// upload away before this one looked.
func (s *Servicio) otraVez(ctx context.Context, k Clave, missing error) (Documento, error) {
	d, err := s.Store.Documento(ctx, k)
	if err == nil && d.Estado == Cargando {
		err = missing
	}
	return d, auth.Hidden(err)
}

// conReserva does something while the document is reserved: a copy that came later than a deletion would bring an erased
// file back. The document cannot be deleted before it is visible, and nobody but the holder of the reservation makes it
// so. Where it fails, the reservation is given back, and hacer says how far an upload in parts came.
func (s *Servicio) conReserva(ctx context.Context, d Documento, hacer func(context.Context, Documento) (Documento, Partes, error)) (Documento, error) {
	if d.ReservadaHasta.After(s.Clock()) {
		return Documento{}, otraEnCurso()
	}
	reservada, err := s.Store.ReservarCarga(ctx, d, Milisegundos(s.Clock().Add(plazoReserva)))
	if err != nil {
		return Documento{}, auth.Hidden(err)
	}
	d, partes, err := hacer(ctx, reservada)
	if err != nil {
		s.soltar(ctx, reservada, partes, err)
	}
	return d, err
}

func otraEnCurso() *fault.Error {
	return fault.New(fault.Conflict, "Otra confirmación de esta carga está en curso.")
}

// conPlazo gives a copy its time.
func conPlazo(ctx context.Context, fijar func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, plazoFijar)
	defer cancel()
	return fijar(ctx)
}

// soltar gives the reservation back after a failure: the next confirmation need not wait. If nobody knows whether the
// store still gives the file its name, the upload says until when it may. If soltar fails, the reservation ends by itself.
func (s *Servicio) soltar(ctx context.Context, d Documento, partes Partes, falla error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), plazoCerrar)
	defer cancel()
	next := d
	next.Partes, next.ReservadaHasta = partes, time.Time{}
	if errors.Is(falla, ErrSinDesenlace) && d.ReservadaHasta.After(d.CopiaHasta) { // of two such copies the later one counts
		next.CopiaHasta = d.ReservadaHasta
	}
	_, _ = s.Store.CambiarCarga(ctx, d, next, nil)
}

// cerrar ends the upload. The deletion does so too, and the sweep finds what stays.
func (s *Servicio) cerrar(ctx context.Context, d Documento) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), plazoCerrar)
	defer cancel()
	_ = s.Objetos.CerrarCarga(ctx, d.StoragePath)
}

// hacerVisible gives the document its place among the visible ones. An upload that is announced or signed
// anew meanwhile, which is no other confirmation, is read and confirmed as it is now: whoever was told that
// the new texts are stored finds them.
func (s *Servicio) hacerVisible(ctx context.Context, d Documento, guardar confirmacion) (Documento, error) {
	for veces := 1; ; veces++ {
		final, err := s.escribirVisible(ctx, d, guardar)
		switch {
		case errors.Is(err, fault.NotFound): // another confirmation was faster, and a deletion after it
			return s.otraVez(ctx, d.Clave(), fault.Plain(fault.FileMissing))
		case !errors.Is(err, fault.Conflict) || veces == vecesVisible:
			return final, err
		}
		actual, otro := s.Store.Documento(ctx, d.Clave())
		switch {
		case otro != nil:
			return Documento{}, auth.Hidden(otro)
		case actual.Estado != Cargando:
			return actual, nil // another confirmation was faster
		case !actual.ReservadaHasta.Equal(d.ReservadaHasta) || actual.FechaUltimaModificacion.Equal(d.FechaUltimaModificacion):
			return Documento{}, err
		}
		d = actual
	}
}

// escribirVisible looks at the file, which has its name now, and gives the document to guardar as its
// confirmation makes it. It tells of the document, unless another confirmation was faster.
func (s *Servicio) escribirVisible(ctx context.Context, visto Documento, guardar confirmacion) (Documento, error) {
	vista, version, err := s.mirarArchivo(ctx, visto)
	if err != nil {
		return Documento{}, err
	}
	d, now := visto, Milisegundos(s.Clock())
	d.Partes = Partes{}
	d.TipoVista, d.VersionArchivo = vista, version
	d.Estado, d.FechaRecepcion, d.FechaUltimaModificacion = Procesado, now, d.Siguiente(now)
	d, err = guardar(ctx, visto, d)
	if err == nil && d.Estado == Procesado && d.FechaRecepcion.Equal(now) {
		s.avisar(d.Llegada())
	}
	return d, err
}
