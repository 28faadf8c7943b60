package consentimiento

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Autorizacion is what a citizen allows an entity to see: some documents, for a procedure, until a moment. The citizen's
// carpeta has it, and its entity has a copy without the hashes: an entity learns what a document is by a look.
type Autorizacion struct {
	CarpetaID      string
	AutorizacionID string // UUID v7
	CiudadanoID    string
	OperadorID     string // of the carpeta, when it was given
	SolicitudID    string
	EntidadID      string
	EntidadNombre  string // when it was given, as NIT
	NIT            string
	Tramite        string
	TramiteVersion int64
	NumeroInterno  string
	Documentos     []Autorizado
	// ConCopiaVerificable: the entity may keep the verifiable files, which no end takes back.
	ConCopiaVerificable bool
	DesdeEn             time.Time
	Hasta               time.Time // from then on it is VENCIDA
	TerminadaEn         time.Time // by the citizen; zero before
	BorradoPedidoEn     time.Time // when the citizen asked the entity to erase what it keeps; zero before
	ModificadaEn        time.Time
	EventoID            string // of the event that gave it; its constancia
	FinID               string // of the event that ended it; empty before
}

// Autorizado is a document of an authorisation. A store keeps its JSON.
type Autorizado struct {
	DocumentoID string `json:"documentoId"`
	Requisito   string `json:"requisito"`      // the code of what it was given for
	Hash        string `json:"hash,omitempty"` // SHA-256 of its file then; empty in the entity's copy
}

// EstadoAutorizacion is whether an authorisation is in force.
type EstadoAutorizacion string

// The states. Only the first leads to the others.
const (
	Vigente          EstadoAutorizacion = "VIGENTE"
	Terminada        EstadoAutorizacion = "TERMINADA" // the citizen ended it
	VencidaPorTiempo EstadoAutorizacion = "VENCIDA"   // its time is over
)

// EstadosAutorizacion are all of them.
var EstadosAutorizacion = []EstadoAutorizacion{Vigente, Terminada, VencidaPorTiempo}

// Estado is the state at a moment.
func (a Autorizacion) Estado(now time.Time) EstadoAutorizacion {
	switch {
	case !a.TerminadaEn.IsZero():
		return Terminada
	case !now.Before(a.Hasta):
		return VencidaPorTiempo
	default:
		return Vigente
	}
}

// ExpiraEn is when nobody sees it any more.
func (a Autorizacion) ExpiraEn() time.Time { return a.Hasta.Add(retencion) }

// Expirada reports whether it counts as absent at a moment.
func (a Autorizacion) Expirada(now time.Time) bool { return !now.Before(a.ExpiraEn()) }

// ParaEntidad is the entity's copy.
func (a Autorizacion) ParaEntidad() Autorizacion {
	a.Documentos = slices.Clone(a.Documentos)
	for i := range a.Documentos {
		a.Documentos[i].Hash = ""
	}
	return a
}

// De is the document of an authorisation with this id; false if it has none.
func (a Autorizacion) De(documentoID string) (Autorizado, bool) {
	i := slices.IndexFunc(a.Documentos, func(d Autorizado) bool { return d.DocumentoID == documentoID })
	if i < 0 {
		return Autorizado{}, false
	}
	return a.Documentos[i], true
}

// NombreAutorizacion names an authorisation.
type NombreAutorizacion struct{ CarpetaID, AutorizacionID string }

// Nombre is the authorisation's.
func (a Autorizacion) Nombre() NombreAutorizacion {
	return NombreAutorizacion{a.CarpetaID, a.AutorizacionID}
}

// The type names in global ids.
const (
	TipoAutorizacion = "Autorizacion"
	TipoRecibido     = "DocumentoRecibido"
)

// ID is the authorisation's global id.
func (a Autorizacion) ID() string {
	return relay.GlobalID{Type: TipoAutorizacion, Keys: []string{a.CarpetaID, a.AutorizacionID}}.String()
}

// SolicitudGlobal is the global id of the request that it answers.
func (a Autorizacion) SolicitudGlobal() string {
	return Solicitud{SolicitudID: a.SolicitudID, CiudadanoID: a.CiudadanoID}.ID()
}

// Recibido is a document that an entity may look at, as its entity sees it before a look.
type Recibido struct {
	Autorizacion Autorizacion // the entity's copy
	Autorizado   Autorizado
}

// NombreRecibido names one: with it an authorisation and its document are read at the same time.
type NombreRecibido struct {
	NombreAutorizacion
	DocumentoID string
}

// Nombre is the document's.
func (r Recibido) Nombre() NombreRecibido {
	return NombreRecibido{r.Autorizacion.Nombre(), r.Autorizado.DocumentoID}
}

// ID is its global id.
func (r Recibido) ID() string {
	return relay.GlobalID{Type: TipoRecibido, Keys: []string{r.Autorizacion.CarpetaID, r.Autorizacion.AutorizacionID, r.Autorizado.DocumentoID}}.String()
}

// SolicitudGlobal is the global id of the request that it answers.
func (r Recibido) SolicitudGlobal() string { return r.Autorizacion.SolicitudGlobal() }

// Disponibilidad is what became of a document since it was authorised.
type Disponibilidad string

// What became of it. It is computed from the document when it is read: nothing that happens to a document writes here.
const (
	Disponible  Disponibilidad = "DISPONIBLE"
	Suspendido  Disponibilidad = "SUSPENDIDO"  // in the bin, or locked by a deletion
	Reemplazado Disponibilidad = "REEMPLAZADO" // its issuer delivered another one that stands for it
	Revocado    Disponibilidad = "REVOCADO"    // its issuer took it back
	Borrado     Disponibilidad = "BORRADO"     // it is gone, or its file is another one
)

// Disponibilidad is what became of a document, as it was read; the zero document, if it is gone.
func (d Autorizado) Disponibilidad(ahora documento.Documento) Disponibilidad {
	switch {
	case ahora.DocumentoID == "" || ahora.Hash != d.Hash:
		return Borrado
	case ahora.Estado != documento.Procesado:
		return Suspendido
	case ahora.Juridico == documento.Revocado:
		return Revocado
	case ahora.Juridico == documento.Reemplazado:
		return Reemplazado
	default:
		return Disponible
	}
}
