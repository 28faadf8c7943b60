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

// Confirmacion is an upload under confirmation: its file has arrived, and has its name. While it is Abierta, whoever
// confirms it writes Documento in the place of Visto, unless the upload changed meanwhile, and reports with Escrita how
// that went. Cerrar gives its turn back.
type Confirmacion struct {
	Visto     Documento // as it was read
	Documento Documento // as it is once it is visible

	s       *Servicio
	abierta bool
	veces   int // writes so far, this one included

	exclusiva bool      // another confirmation is waited for, because this one copies the file
	reservada Documento // as it was reserved for this one; zero: it is not
	partes    Partes    // how far the verification of the parts came
	salir     func()    // leaves the turn of uploads in parts

	final Documento
	err   error
}

// Abierta reports whether the document is still to be written.
func (c *Confirmacion) Abierta() bool { return c.abierta }

// Resultado is the document at the end of its confirmation, also if another one was faster.
func (c *Confirmacion) Resultado() (Documento, error) { return c.final, c.err }

// Cerrar lets the next upload in parts begin.
func (c *Confirmacion) Cerrar() {
	if c.salir != nil {
		c.salir()
		c.salir = nil
	}
}

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
	ctx = auditoria.ConAutor(ctx, quien, c.CiudadanoID)
	return s.confirmar(ctx, c, s.Verificar(ctx, d))
}

// confirmar makes an upload of a carpeta visible in the store.
func (s *Servicio) confirmar(ctx context.Context, de carpeta.Carpeta, c *Confirmacion) (Documento, error) {
	defer c.Cerrar()
	for c.Abierta() {
		h := s.Escribano.Levantar(ctx, c.Documento.Hecho(auditoria.CargaConfirmada, de.OperadorID))
		d, err := s.Store.ConfirmarCarga(ctx, c.Visto, c.Documento, h)
		c.Escrita(ctx, d, err)
	}
	return c.Resultado()
}

// Verificar begins the confirmation of a document that is CARGANDO, whoever confirms it: it verifies the file that
// arrived, and gives it its name.
func (s *Servicio) Verificar(ctx context.Context, d Documento) *Confirmacion {
	c := &Confirmacion{s: s, Visto: d}
	if d.Partes.Tamano > 0 {
		c.unir(ctx, d)
		return c
	}
	fijar, err := s.Objetos.Recibida(ctx, d.Objeto())
	switch {
	case errors.Is(err, fault.NotFound):
		c.final, c.err = s.otraVez(ctx, d.Clave(), fault.Plain(fault.FileMissing))
	case err != nil:
		c.err = err
	case fijar == nil:
		c.mirar(ctx, d)
	case c.reservar(ctx, d):
		if err := conPlazo(ctx, fijar); err != nil {
			c.terminar(ctx, Documento{}, err)
		} else {
			c.mirar(ctx, c.reservada)
		}
	}
	return c
}

// visible is the confirmation of an upload whose file has its name already.
func (s *Servicio) visible(ctx context.Context, d Documento) *Confirmacion {
	c := &Confirmacion{s: s}
	c.mirar(ctx, d)
	return c
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

// reservar reserves the document for this confirmation: a copy that came later than a deletion would bring an erased
// file back. The document cannot be deleted before it is visible, and nobody but the holder of the reservation makes it
// so. If that fails, the confirmation has ended.
func (c *Confirmacion) reservar(ctx context.Context, d Documento) bool {
	c.exclusiva = true
	err := error(otraEnCurso())
	if !d.ReservadaHasta.After(c.s.Clock()) {
		c.reservada, err = c.s.Store.ReservarCarga(ctx, d, Milisegundos(c.s.Clock().Add(plazoReserva)))
	}
	if err != nil {
		c.reservada = Documento{}
		c.terminar(ctx, Documento{}, auth.Hidden(err))
	}
	return err == nil
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
// store still gives the file its name, the upload says until when it may. If soltar fails, the reservation ends by
// itself.
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

// mirar looks at the file, which has its name now, and prepares the document as its confirmation makes it.
func (c *Confirmacion) mirar(ctx context.Context, visto Documento) {
	c.Visto, c.abierta = visto, true
	c.veces++
	vista, version, err := c.s.mirarArchivo(ctx, visto)
	if err != nil {
		c.Escrita(ctx, Documento{}, err)
		return
	}
	d, now := visto, Milisegundos(c.s.Clock())
	d.Partes = Partes{}
	d.TipoVista, d.VersionArchivo = vista, version
	d.Estado, d.FechaRecepcion, d.FechaUltimaModificacion = Procesado, now, d.Siguiente(now)
	c.Documento = d
}

// Escrita reports how the write of Documento went. It tells subscribers of the document, unless another confirmation
// was faster. An upload that is announced or signed anew meanwhile, which is no other confirmation, is read and
// confirmed as it is now: whoever read that the new texts are stored finds them.
func (c *Confirmacion) Escrita(ctx context.Context, final Documento, err error) {
	if err == nil && final.Estado == Procesado && final.FechaRecepcion.Equal(c.Documento.FechaRecepcion) {
		c.s.avisar(final.Llegada())
	}
	switch {
	case errors.Is(err, fault.NotFound): // another confirmation was faster, and a deletion after it
		final, err = c.s.otraVez(ctx, c.Visto.Clave(), fault.Plain(fault.FileMissing))
		c.terminar(ctx, final, err)
		return
	case !errors.Is(err, fault.Conflict) || c.veces == vecesVisible:
		c.terminar(ctx, final, err)
		return
	}
	actual, otro := c.s.Store.Documento(ctx, c.Visto.Clave())
	switch {
	case otro != nil:
		c.terminar(ctx, Documento{}, auth.Hidden(otro))
	case actual.Estado != Cargando:
		c.terminar(ctx, actual, nil) // another confirmation was faster
	case !actual.ReservadaHasta.Equal(c.Visto.ReservadaHasta) || actual.FechaUltimaModificacion.Equal(c.Visto.FechaUltimaModificacion):
		c.terminar(ctx, Documento{}, err)
	default:
		c.mirar(ctx, actual)
	}
}

// terminar ends the confirmation. After a failure it gives the reservation back, and after a conflict it waits a moment
// for the confirmation that was faster.
func (c *Confirmacion) terminar(ctx context.Context, final Documento, err error) {
	c.abierta, c.final, c.err = false, final, err
	if err != nil && c.reservada.DocumentoID != "" {
		c.s.soltar(ctx, c.reservada, c.partes, err)
	}
	enPartes := c.Visto.Partes.Tamano > 0
	switch {
	case !c.exclusiva:
	case errors.Is(err, fault.Conflict):
		c.final, c.err = c.s.esperarOtra(ctx, c.Visto.Clave(), err)
	case enPartes:
	case errors.Is(err, fault.NotFound): // another one took the upload away
		c.final, c.err = c.s.otraVez(ctx, c.Visto.Clave(), fault.Plain(fault.FileMissing))
	case err == nil:
		c.s.cerrar(ctx, final)
	}
}
