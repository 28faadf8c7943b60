package consentimiento

import (
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Solicitud is what an entity asks of a citizen for a procedure. It is kept under the citizen's number, whether the citizen has
// a carpeta or not, and once more for its entity.
type Solicitud struct {
	CiudadanoID    string
	SolicitudID    string // UUID v7
	EntidadID      string
	EntidadNombre  string // when it asked, as NIT
	NIT            string
	Tramite        string // its code
	TramiteVersion int64  // the procedure as it was when the entity asked: a version never changes
	NumeroInterno  string // the entity's own, once for each request
	PedidaPor      string // the subject of the token
	CreadaEn       time.Time
	Hasta          time.Time // from then on nobody answers it
	ModificadaEn   time.Time // when it was made, reminded of, answered, refused or withdrawn last
	Version        int64     // 1 for a new one, and one more with each change
	Requisitos     []Pedido
	Recordatorios  int64
	RecordadaEn    time.Time // the last reminder; zero before the first
	RechazadaEn    time.Time // by the citizen; zero if it was not
	RetiradaEn     time.Time // by the entity; zero if it was not
}

// Pedido is a requirement of the procedure, and what the citizen answered. A store keeps its JSON.
type Pedido struct {
	Requisito string    `json:"requisito"` // its code
	Opcional  bool      `json:"opcional,omitempty"`
	Respuesta Respuesta `json:"respuesta,omitempty"`
	// What was given: its authorisation and its document, by which both sides find it.
	CarpetaID      string `json:"carpetaId,omitempty"`
	AutorizacionID string `json:"autorizacionId,omitempty"`
	DocumentoID    string `json:"documentoId,omitempty"`
}

// Recibido names what was given; false if nothing was.
func (p Pedido) Recibido() (NombreRecibido, bool) {
	return NombreRecibido{NombreAutorizacion{p.CarpetaID, p.AutorizacionID}, p.DocumentoID}, p.Respuesta == Entregado
}

// Respuesta is what a citizen says to a requirement.
type Respuesta string

// The answers. The entity does not learn from the last one whether the citizen has such a document.
const (
	SinRespuesta Respuesta = ""
	Entregado    Respuesta = "ENTREGADO"
	NoEntregado  Respuesta = "NO_ENTREGADO"
)

// EstadoSolicitud is how far a request is.
type EstadoSolicitud string

// The states. The citizen answers one that is PENDIENTE or PARCIAL; nothing leads out of the others.
const (
	Pendiente EstadoSolicitud = "PENDIENTE" // nothing was answered
	Parcial   EstadoSolicitud = "PARCIAL"   // a document was given, and one that is not optional is missing
	Completa  EstadoSolicitud = "COMPLETA"  // each requirement that is not optional has a document
	Rechazada EstadoSolicitud = "RECHAZADA" // the citizen gives nothing, or nothing more
	Retirada  EstadoSolicitud = "RETIRADA"  // its entity took it back
	Vencida   EstadoSolicitud = "VENCIDA"   // its time is over
)

// EstadosSolicitud are all of them.
var EstadosSolicitud = []EstadoSolicitud{Pendiente, Parcial, Completa, Rechazada, Retirada, Vencida}

// Estado is the state at a moment.
func (s Solicitud) Estado(now time.Time) EstadoSolicitud {
	dado := func(p Pedido) bool { return p.Respuesta == Entregado }
	switch {
	case !s.RetiradaEn.IsZero():
		return Retirada
	case !s.RechazadaEn.IsZero():
		return Rechazada
	case !slices.ContainsFunc(s.Requisitos, func(p Pedido) bool { return !p.Opcional && !dado(p) }):
		return Completa
	case !now.Before(s.Hasta):
		return Vencida
	case slices.ContainsFunc(s.Requisitos, dado):
		return Parcial
	default:
		return Pendiente
	}
}

// Abierta reports whether the citizen can answer it at a moment.
func (s Solicitud) Abierta(now time.Time) bool {
	e := s.Estado(now)
	return e == Pendiente || e == Parcial
}

// The times of a request and of an authorisation.
const (
	VidaSolicitud = 30 * 24 * time.Hour
	retencion     = 365 * 24 * time.Hour // how long both sides see it after its end
)

// ExpiraEn is when nobody sees it any more.
func (s Solicitud) ExpiraEn() time.Time { return s.Hasta.Add(retencion) }

// Expirada reports whether it counts as absent at a moment.
func (s Solicitud) Expirada(now time.Time) bool { return !now.Before(s.ExpiraEn()) }

// NombreSolicitud names a request.
type NombreSolicitud struct{ CiudadanoID, SolicitudID string }

// Nombre is the request's.
func (s Solicitud) Nombre() NombreSolicitud { return NombreSolicitud{s.CiudadanoID, s.SolicitudID} }

// TipoSolicitud is the type name in global ids.
const TipoSolicitud = "Solicitud"

// ID is the request's global id. The citizen's number comes last: it may hold the separator of keys.
func (s Solicitud) ID() string {
	return relay.GlobalID{Type: TipoSolicitud, Keys: []string{s.SolicitudID, s.CiudadanoID}}.String()
}

// NombreDeClaves is the name of the request with these keys of a global id; false if they are none of a request.
func NombreDeClaves(claves []string) (NombreSolicitud, bool) {
	if len(claves) < 2 {
		return NombreSolicitud{}, false
	}
	return NombreSolicitud{strings.Join(claves[1:], ":"), claves[0]}, true
}

// siguiente is the request as a change at a moment leaves it: always later than the change before, whatever two clocks say.
func (s Solicitud) siguiente(now time.Time) Solicitud {
	s.Version++
	s.ModificadaEn = despues(now, s.ModificadaEn)
	s.Requisitos = slices.Clone(s.Requisitos)
	return s
}

func despues(now, antes time.Time) time.Time {
	now = documento.Milisegundos(now)
	if !now.After(antes) {
		return antes.Add(time.Millisecond)
	}
	return now
}

// Abiertas are the requests of an entity to one citizen that take one of its places.
type Abiertas struct {
	EntidadID   string
	CiudadanoID string
	Version     int64 // of the whole; 0 if there is none
	Lugares     []Lugar
}

// Lugar is the place of a request. A store keeps its JSON.
type Lugar struct {
	SolicitudID string    `json:"solicitudId"`
	Tramite     string    `json:"tramite"` // its code
	Hasta       time.Time `json:"hasta"`   // from then on the place is free
	// Retirada: the entity may ask for the same procedure again. The place stays taken: who asks and withdraws asks as often.
	Retirada bool `json:"retirada,omitempty"`
}

// maxAbiertas is how many requests of an entity one citizen has at the same time.
const maxAbiertas = 3

// En are the places as they are at a moment, without those that are free.
func (q Abiertas) En(now time.Time) Abiertas {
	q.Lugares = slices.DeleteFunc(slices.Clone(q.Lugares), func(l Lugar) bool { return !now.Before(l.Hasta) })
	return q
}

// sin are the next places, without that of a request that was completed.
func (q Abiertas) sin(solicitudID string) Abiertas {
	q.Version++
	q.Lugares = slices.DeleteFunc(slices.Clone(q.Lugares), func(l Lugar) bool { return l.SolicitudID == solicitudID })
	return q
}

// ExpiraEn is when all places are free: then it counts as absent.
func (q Abiertas) ExpiraEn() (t time.Time) {
	for _, l := range q.Lugares {
		if l.Hasta.After(t) {
			t = l.Hasta
		}
	}
	return t
}

// Silenciadas are the entities that a citizen does not want to hear of.
type Silenciadas struct {
	CiudadanoID string
	Version     int64 // of the whole; 0 if there is none
	Entidades   []Silenciada
}

// Silenciada is one of them. A store keeps its JSON.
type Silenciada struct {
	EntidadID string    `json:"entidadId"`
	Nombre    string    `json:"nombre"` // as it was then
	NIT       string    `json:"nit"`
	Desde     time.Time `json:"desde"`
}

// maxSilenciadas is how many entities a citizen can silence.
const maxSilenciadas = 100

// Tiene reports whether an entity is silenced.
func (x Silenciadas) Tiene(entidadID string) bool {
	return slices.ContainsFunc(x.Entidades, func(s Silenciada) bool { return s.EntidadID == entidadID })
}

// Denuncia is a report of an entity, counted and nothing else: by procedure and day, never by whom.
type Denuncia struct {
	EntidadID string
	Tramite   string
	Dia       string // 2006-01-02
	Cuantas   int64
}
