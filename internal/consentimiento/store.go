package consentimiento

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Store keeps requests and authorisations. What changes something writes its event h in the same transaction: both, or
// neither. Failures are *fault.Error: NOT_FOUND when absent or expired, UNAVAILABLE when the store does not answer in time.
type Store interface {
	// SolicitudDeNumero is the request that an entity made with its own number, strongly consistent.
	SolicitudDeNumero(ctx context.Context, entidadID, numero string) (Solicitud, error)
	// Abiertas reads the places of an entity with one citizen, strongly consistent. Without any, Version is 0.
	Abiertas(ctx context.Context, entidadID, ciudadanoID string) (Abiertas, error)
	// CrearSolicitud writes a new request, its entity's copy, what leads to it from its number, and its place. CONFLICT, and
	// nothing is written, if the number is taken, or unless the Version of the places is one more than what is stored.
	CrearSolicitud(ctx context.Context, s Solicitud, q Abiertas, h auditoria.Evento) error
	// Solicitud reads one, strongly consistent.
	Solicitud(ctx context.Context, n NombreSolicitud) (Solicitud, error)
	// CambiarSolicitud writes a request that was reminded of, refused or withdrawn, with its copy, and the places, if q is not
	// nil. CONFLICT, and nothing is written, unless the Version of each is one more than what is stored.
	CambiarSolicitud(ctx context.Context, s Solicitud, q *Abiertas, h auditoria.Evento) error
	// Solicitudes lists those of a citizen or of an entity, strongly consistent.
	Solicitudes(ctx context.Context, c Consulta) ([]Solicitud, error)
	// Responder writes an answer: the request and the places as CambiarSolicitud does, and the authorisation that it makes,
	// with its entity's copy and an item for each document. CONFLICT, and nothing is written, unless each document that was
	// seen is PROCESADO, has the same file, and is worth the same. vistos are those documents, one for each of a.
	Responder(ctx context.Context, s Solicitud, q *Abiertas, a Autorizacion, vistos []documento.Documento, h auditoria.Evento) error
	// Autorizacion reads one, strongly consistent.
	Autorizacion(ctx context.Context, n NombreAutorizacion) (Autorizacion, error)
	// Autorizaciones lists those of a carpeta, of one of its documents, or of an entity (its copies), strongly
	// consistent.
	Autorizaciones(ctx context.Context, c Consulta) ([]Autorizacion, error)
	// TerminarAutorizacion ends one that was read (TerminadaEn, ModificadaEn and FinID are written), with its copy, and
	// returns it as it is then. One that was ended before stays as it is, without an event.
	TerminarAutorizacion(ctx context.Context, a Autorizacion, h auditoria.Evento) (Autorizacion, error)
	// PedirBorrado writes BorradoPedidoEn and ModificadaEn of one that is over, as TerminarAutorizacion writes an end.
	PedirBorrado(ctx context.Context, a Autorizacion, h auditoria.Evento) (Autorizacion, error)
	// Mirar writes the event of a look, and nothing else. NOT_FOUND, and nothing is written, unless the authorisation is in
	// force at a moment. CONFLICT, and nothing is written, unless the document that was seen is PROCESADO, has the same file,
	// and is worth the same.
	Mirar(ctx context.Context, a Autorizacion, visto documento.Documento, now time.Time, h auditoria.Evento) error
	// Silenciadas reads the entities that a citizen silenced, strongly consistent. Without any, Version is 0.
	Silenciadas(ctx context.Context, ciudadanoID string) (Silenciadas, error)
	// GuardarSilenciadas writes them, and counts d, if it is not nil. CONFLICT, and nothing is written, unless their Version is
	// one more than what is stored.
	GuardarSilenciadas(ctx context.Context, x Silenciadas, d *Denuncia, h auditoria.Evento) error
	// Denuncias lists the reports of an entity, the newest day first.
	Denuncias(ctx context.Context, entidadID string, limite int) ([]Denuncia, error)
	// Cambios lists what changed of a citizen or of an entity, by the last change, oldest first. It may lag behind writes.
	Cambios(ctx context.Context, c ConsultaCambios) ([]Cambio, error)
}

// Parte is one of the two sides that a list is of. Exactly one member is set, or CarpetaID with DocumentoID.
type Parte struct {
	CiudadanoID string // requests, and changes
	CarpetaID   string // authorisations
	DocumentoID string // those that have this document of CarpetaID
	EntidadID   string // the entity's copies
}

// Consulta asks for a run of requests or authorisations, by default the newest first.
type Consulta struct {
	Parte      Parte
	Filtro     Filtro
	Desde      string // the id to start after; empty for the beginning of the walk
	Incluso    bool   // the walk starts with the one of Desde
	Ascendente bool   // the oldest first
	Limite     int    // 1–102
}

// Filtro narrows a list; an empty member does not filter.
type Filtro struct {
	Tramite       string
	CiudadanoID   string // of an entity's list
	NumeroInterno string // of an entity's list
	SolicitudID   string // of authorisations
	Estado        string // an EstadoSolicitud or EstadoAutorizacion
	Abiertas      bool   // requests that the citizen can still answer
}

// Vacio reports whether nothing is filtered.
func (f Filtro) Vacio() bool { return f == Filtro{} }

// IncluyeSolicitud reports whether a request passes at a moment.
func (f Filtro) IncluyeSolicitud(s Solicitud, now time.Time) bool {
	return f.igual(s.Tramite, s.CiudadanoID, s.NumeroInterno) && (f.Estado == "" || string(s.Estado(now)) == f.Estado) && (!f.Abiertas || s.Abierta(now))
}

// IncluyeAutorizacion reports whether an authorisation passes at a moment.
func (f Filtro) IncluyeAutorizacion(a Autorizacion, now time.Time) bool {
	return f.igual(a.Tramite, a.CiudadanoID, a.NumeroInterno) && (f.SolicitudID == "" || a.SolicitudID == f.SolicitudID) &&
		(f.Estado == "" || string(a.Estado(now)) == f.Estado)
}

func (f Filtro) igual(tramite, ciudadanoID, numero string) bool {
	return (f.Tramite == "" || tramite == f.Tramite) && (f.CiudadanoID == "" || ciudadanoID == f.CiudadanoID) &&
		(f.NumeroInterno == "" || numero == f.NumeroInterno)
}

// MaxLlamadas bounds the work of one Consulta with a filter, in calls that look at FilasPorLlamada each. What is cut off comes with
// documento.Sigue, which names the id of the last row that was looked at.
const (
	MaxLlamadas     = 5
	FilasPorLlamada = 100
)

// ConsultaCambios asks for changes.
type ConsultaCambios struct {
	Parte  Parte     // CiudadanoID or EntidadID
	Desde  time.Time // at this moment or later
	Limite int       // 1–1000
}

// Cambio is the last change of a request or an authorisation. One of both is set.
type Cambio struct {
	En           time.Time
	Solicitud    *Solicitud
	Autorizacion *Autorizacion
}
