package documento

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// MaxVigenciaCarga is how long an upload may be kept alive by signing it anew.
const MaxVigenciaCarga = 7 * 24 * time.Hour

// CargaPendiente is an upload that waits for its file or its confirmation.
type CargaPendiente struct {
	Fila
	ExpiraEn time.Time // when it is forgotten
}

// Visto is the document.
func (p CargaPendiente) Visto() *Fila { return &p.Fila }

// EsPendiente reports whether the document is an upload of the carpeta's own citizen.
func (d Documento) EsPendiente() bool { return d.Estado == Cargando && !d.EsEntregado() }

// MismoContenido reports whether two announcements are of the same file. One with another length is not: whoever sent
// a wrong length by mistake could never announce the file again.
func (d Documento) MismoContenido(o Documento) bool {
	return d.Hash == o.Hash && d.TamanoBytes == o.TamanoBytes
}

// Cargas reads a page of the uploads of a carpeta that wait, the newest first.
func (s *Servicio) Cargas(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, args relay.Args) (*relay.Connection[CargaPendiente], error) {
	lista := relay.List[CargaPendiente]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: relay.NewScope("cargas", quien.Sub, c.CarpetaID),
		Key: func(p CargaPendiente) string { return p.DocumentoID },
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]CargaPendiente, error) {
			return s.Store.Cargas(ctx, c.CarpetaID, after, !backward, limit)
		},
	}
	return lista.Page(ctx, args)
}

// pendiente reads an upload that its owner may change.
func (s *Servicio) pendiente(ctx context.Context, quien auth.Principal, k Clave) (Documento, carpeta.Carpeta, error) {
	return s.pendienteCon(ctx, quien, k, s.Store.Documento)
}

func (s *Servicio) pendienteCon(ctx context.Context, quien auth.Principal, k Clave, leer lectura) (Documento, carpeta.Carpeta, error) {
	d, c, err := s.verCon(ctx, quien, k, leer)
	switch {
	case err != nil:
		return Documento{}, c, err
	case d.EsEntregado() || d.Cancelada():
		return Documento{}, c, auth.NotFound()
	}
	err = auth.MayWriteCarpeta(quien, c.CiudadanoID)
	if err == nil && d.Estado != Cargando {
		err = fault.Plain(fault.UploadEnded)
	}
	return d, c, err
}

// RenovarCarga signs an upload anew, and puts its end off.
func (s *Servicio) RenovarCarga(ctx context.Context, quien auth.Principal, k Clave) (Documento, Carga, error) {
	d, c, err := s.pendiente(ctx, quien, k)
	if err != nil {
		return Documento{}, Carga{}, err
	}
	renovada, err := s.renovar(auditoria.ConAutor(ctx, quien, c.CiudadanoID), c, d, d)
	if errors.Is(err, fault.Conflict) { // another tab did so just now, unless it is being confirmed
		actual, _, otro := s.pendiente(ctx, quien, k)
		switch {
		case otro != nil:
			return Documento{}, Carga{}, otro
		case !actual.ReservadaHasta.After(s.Clock()):
			return s.firmada(ctx, actual)
		}
	}
	if err != nil {
		return Documento{}, Carga{}, err
	}
	return s.firmada(ctx, renovada)
}

func (s *Servicio) firmada(ctx context.Context, d Documento) (Documento, Carga, error) {
	carga, err := s.FirmarCarga(ctx, d)
	return d, carga, err
}

// renovar writes an upload with other texts or a later end.
func (s *Servicio) renovar(ctx context.Context, c carpeta.Carpeta, visto, d Documento) (Documento, error) {
	partes, err := s.partesVivas(ctx, d)
	if err != nil {
		return Documento{}, err
	}
	d.Partes = partes
	now := s.Clock()
	ultimo := d.FechaRecepcion.Add(MaxVigenciaCarga)
	if fin := Milisegundos(now.Add(VigenciaSinConfirmar)); fin.Before(ultimo) {
		ultimo = fin
	}
	if ultimo.After(d.ExpiraEn) {
		d.ExpiraEn = ultimo
	}
	d.FechaUltimaModificacion = d.Siguiente(now) // the link is of now, and so is its permission
	d, err = s.Store.CambiarCarga(ctx, visto, d, s.levantar(ctx, d.Renovacion(c.OperadorID)))
	return d, auth.Hidden(err)
}

// FirmarCarga signs the upload of a file that is sent at once. A link that outlived its document would store
// a file that nobody counts.
func (s *Servicio) FirmarCarga(ctx context.Context, d Documento) (Carga, error) {
	if d.Partes.Tamano > 0 {
		return Carga{}, nil // each part has its own
	}
	if !s.Firmable(d) {
		return Carga{}, auth.NotFound()
	}
	return s.Objetos.PrepararCarga(ctx, d.Objeto(), s.vigencia(d))
}

// Firmable reports whether a link of the upload would be good for any time.
func (s *Servicio) Firmable(d Documento) bool { return s.vigencia(d) >= time.Second }

// vigencia is how long a link of the upload is good.
func (s *Servicio) vigencia(d Documento) time.Duration {
	return min(s.Limites.CargaVence, d.ExpiraEn.Sub(s.Clock()).Truncate(time.Second))
}

// MaxMismas bounds the look for the same file; the quota allows a fifth of it, if nobody set another one.
const MaxMismas = 10 * relay.MaxPage

// YaAnunciada is the cause of a CONFLICT: the upload of the same content that is there.
type YaAnunciada struct{ Primera Documento }

func (y YaAnunciada) Error() string {
	return "the content is announced already, as " + y.Primera.DocumentoID
}

// mismaPendiente is the waiting upload of the same file, if there is one. It may miss an upload that another tab announces
// at the same time; CrearCarga finds that one.
func (s *Servicio) mismaPendiente(ctx context.Context, c carpeta.Carpeta, n Nuevo) (Documento, bool, error) {
	if c.Uso.Pendientes <= 0 {
		return Documento{}, false, nil
	}
	return s.Store.MismaCarga(ctx, c.CarpetaID, n.Hash, n.TamanoBytes)
}

// maxRetomas is how often an announcement looks again after another tab's came in between.
const maxRetomas = 8

// retomar writes the texts of a repeated announcement into the waiting upload. While a confirmation is under way it
// refuses other texts: the confirmation has read the old ones, and new ones would have to be a correction. Of concurrent
// announcements one write wins, and the others look again. CARGA_TERMINADA: the upload was cancelled or confirmed.
func (s *Servicio) retomar(ctx context.Context, c carpeta.Carpeta, d Documento, n Nuevo) (Documento, error) {
	for veces := 1; ; veces++ {
		next := d
		next.Titulo, next.Tipo, next.Contexto, next.NombreArchivo, next.TipoContenido = n.Titulo, n.Tipo, n.Contexto, n.NombreArchivo, n.TipoContenido
		switch {
		case next != d && d.ReservadaHasta.After(s.Clock()):
			return Documento{}, seConfirma()
		case next == d && veces > 1: // the other one wrote it
			return d, nil
		}
		renovada, err := s.renovar(ctx, c, d, next)
		switch {
		case errors.Is(err, fault.NotFound):
			return Documento{}, fault.Plain(fault.UploadEnded)
		case !errors.Is(err, fault.Conflict) || veces == maxRetomas:
			return renovada, err
		}
		actual, err := s.Store.Documento(ctx, d.Clave())
		switch {
		case errors.Is(err, fault.NotFound) || err == nil && !actual.EsPendiente():
			return Documento{}, fault.Plain(fault.UploadEnded)
		case err != nil:
			return Documento{}, err
		}
		d = actual
	}
}

// CancelarCarga ends an upload: row, file, parts, and their part of the usage. First it expires, so
// that no confirmation, on whatever clock, finds it; then it is what the sweep would do: whoever is
// killed in between leaves an expired upload. CONFLICT while it is being confirmed, and while a copy of its file may
// land of which nobody knows how it ended: the file would have no row then. An upload of the own
// carpeta that is not there, or not any more, is success: the first answer may have been lost. One whose end
// has passed is cancelled as any other: a process whose clock is behind could still renew it.
func (s *Servicio) CancelarCarga(ctx context.Context, quien auth.Principal, k Clave) (Documento, error) {
	d, ended, err := s.terminar(ctx, quien, k)
	for veces := 1; errors.Is(err, fault.Conflict) && d.Terminable(s.Clock()) == nil && veces < maxRetomas; veces++ {
		d, ended, err = s.terminar(ctx, quien, k) // another tab announced it again, or signed it anew
	}
	if errors.Is(err, fault.NotFound) {
		return s.yaCancelada(ctx, quien, k, err)
	}
	if err != nil {
		return Documento{}, err
	}
	if err := s.Retirar(ctx, ended); err != nil {
		return Documento{}, err
	}
	return d, nil
}

// Retirar removes what is left of an upload whose cancellation is written: its link, its file, its row, and its part of the
// usage. It may be repeated.
func (s *Servicio) Retirar(ctx context.Context, d Documento) error {
	if d.Partes.Tamano == 0 { // its link is still good; those of parts end with them
		if err := s.Objetos.AnularCarga(ctx, d.StoragePath); err != nil {
			return err
		}
	}
	if err := s.Olvidar(ctx, d); !errors.Is(err, fault.Conflict) { // the sweep was faster
		return err
	}
	return nil
}

// terminar lets an upload expire; d is what it was.
func (s *Servicio) terminar(ctx context.Context, quien auth.Principal, k Clave) (d, ended Documento, err error) {
	d, c, err := s.pendienteCon(ctx, quien, k, s.Store.AunVencido)
	if err == nil {
		err = d.Terminable(s.Clock())
	}
	if err != nil {
		return d, d, err
	}
	ctx = auditoria.ConAutor(ctx, quien, c.CiudadanoID)
	ended, err = s.Store.CambiarCarga(ctx, d, d.AlCancelar(), s.levantar(ctx, d.Hecho(auditoria.CargaCancelada, c.OperadorID)))
	return d, ended, auth.Hidden(err)
}

// Terminable refuses the end of an upload whose file may get its name any moment.
func (d Documento) Terminable(now time.Time) error {
	switch {
	case d.ReservadaHasta.After(now):
		return seConfirma()
	case d.CopiaHasta.After(now):
		return fault.New(fault.Conflict, "El almacén de archivos no respondió al confirmar esta carga, y todavía puede guardar el archivo. "+
			"Confírmela otra vez, o cancélela en unos minutos.")
	}
	return nil
}

// seConfirma refuses a change of an upload that is being confirmed.
func seConfirma() error {
	return fault.New(fault.Conflict, "La carga se está confirmando en este momento: mire en unos segundos cómo quedó.")
}

// yaCancelada is what is left of an upload that ended, if the caller may end it.
func (s *Servicio) yaCancelada(ctx context.Context, quien auth.Principal, k Clave, absent error) (Documento, error) {
	if _, err := s.puedeEscribir(ctx, quien, k); err != nil {
		return Documento{}, err
	}
	switch d, err := s.Store.AunVencido(ctx, k); {
	case err == nil && !d.Cancelada(): // a delivery, which is not the citizen's to end
		return Documento{}, absent
	case err != nil && !errors.Is(err, fault.NotFound):
		return Documento{}, err
	}
	return Documento{Fila: Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}}, nil
}
