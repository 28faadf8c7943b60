package codigo

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Codigo is the permission to see one document without an account. The embedded store keeps its JSON.
type Codigo struct {
	CarpetaID      string  `json:"carpetaId"`
	DocumentoID    string  `json:"documentoId"`
	CodigoID       string  `json:"codigoId"` // UUID v7
	Resumen        string  `json:"resumen"`  // SHA-256 of the code, 64 hexadecimal digits
	Alcance        Alcance `json:"alcance"`
	MostrarTitular bool    `json:"mostrarTitular,omitempty"` // the holder's name and the end of their number are shown too
	// ConCopiaVerificable: the verifiable file may be kept, which no end of the code takes back.
	ConCopiaVerificable bool      `json:"conCopiaVerificable,omitempty"`
	MaxUsos             int64     `json:"maxUsos,omitempty"` // 0: any number
	Usos                int64     `json:"usos,omitempty"`
	Referencia          string    `json:"referencia,omitempty"` // the owner's own note, shown to nobody else
	CreadoEn            time.Time `json:"creadoEn"`             // UTC, milliseconds
	Hasta               time.Time `json:"hasta"`                // from then on it is VENCIDO
	TerminadoEn         time.Time `json:"terminadoEn,omitzero"` // when the owner ended it; zero before
}

// Alcance is what a code shows.
type Alcance string

// The scopes.
const (
	Datos         Alcance = "DATOS"
	DatosYArchivo Alcance = "DATOS_Y_ARCHIVO"
)

// Estado is whether a code can be used.
type Estado string

// The states. Only the first leads to the others.
const (
	Vigente   Estado = "VIGENTE"
	Vencido   Estado = "VENCIDO"   // its time is over
	Agotado   Estado = "AGOTADO"   // it was used as often as it may
	Terminado Estado = "TERMINADO" // its owner ended it
)

// Estado is the state at a moment.
func (c Codigo) Estado(now time.Time) Estado {
	switch {
	case !c.TerminadoEn.IsZero():
		return Terminado
	case !now.Before(c.Hasta):
		return Vencido
	case c.MaxUsos > 0 && c.Usos >= c.MaxUsos:
		return Agotado
	default:
		return Vigente
	}
}

// ExpiraEn is when nobody sees it any more.
func (c Codigo) ExpiraEn() time.Time { return c.Hasta.Add(retencion) }

// retencion is how long the owner still sees that there was a code.
const retencion = 30 * 24 * time.Hour

// Expirado reports whether it counts as absent at a moment.
func (c Codigo) Expirado(now time.Time) bool { return !now.Before(c.ExpiraEn()) }

// Nombre names a code.
type Nombre struct{ CarpetaID, DocumentoID, CodigoID string }

// Nombre is the code's.
func (c Codigo) Nombre() Nombre { return Nombre{c.CarpetaID, c.DocumentoID, c.CodigoID} }

// Clave is the key of the document that it shows.
func (n Nombre) Clave() documento.Clave {
	return documento.Clave{CarpetaID: n.CarpetaID, DocumentoID: n.DocumentoID}
}

// ClaveOrden is the place of a code among those of its carpeta.
func (n Nombre) ClaveOrden() string { return n.DocumentoID + "#" + n.CodigoID }

// Cupo has the places for the codes of one document that can be used at the same time. The embedded store keeps its JSON.
type Cupo struct {
	CarpetaID   string  `json:"carpetaId"`
	DocumentoID string  `json:"documentoId"`
	Version     int64   `json:"version"` // of the whole; 0 if there is none
	Lugares     []Lugar `json:"lugares"` // of codes that can be used, and of some that are over
}

// Lugar is the place of a code.
type Lugar struct {
	CodigoID string    `json:"codigoId"`
	Hasta    time.Time `json:"hasta"` // as its code has it
}

// ExpiraEn is when the time of all its codes is over: then it counts as absent.
func (q Cupo) ExpiraEn() (t time.Time) {
	for _, l := range q.Lugares {
		if l.Hasta.After(t) {
			t = l.Hasta
		}
	}
	return t
}

// Pagina is the path of the page that shows what codes show: the code stands behind its #.
const Pagina = "/v/"

// TipoNodo is the type name in global ids.
const TipoNodo = "Codigo"

// ID is the code's global id.
func (c Codigo) ID() string {
	return relay.GlobalID{Type: TipoNodo, Keys: []string{c.CarpetaID, c.DocumentoID, c.CodigoID}}.String()
}

// Store keeps the codes. What changes something writes its event h in the same transaction: both, or neither. Failures
// are *fault.Error: NOT_FOUND when absent or expired, UNAVAILABLE when the store does not answer in time.
type Store interface {
	// Cupo reads the places of a document, strongly consistent. Without any, Version is 0.
	Cupo(ctx context.Context, k documento.Clave) (Cupo, error)
	// CrearCodigo writes a new one, and the places with its own. CONFLICT, and nothing is written, unless their Version is
	// one more than what is stored. The same again changes nothing.
	CrearCodigo(ctx context.Context, c Codigo, q Cupo, h auditoria.Evento) error
	// Codigo reads one, strongly consistent.
	Codigo(ctx context.Context, n Nombre) (Codigo, error)
	// CodigoDeResumen finds the one with this hash, strongly consistent. It reads as much if there is none.
	CodigoDeResumen(ctx context.Context, resumen string) (Codigo, error)
	// CodigosDe lists those of a carpeta, or of one of its documents.
	CodigosDe(ctx context.Context, c Consulta) ([]Codigo, error)
	// UsarCodigo counts a use at a moment. NOT_FOUND, and nothing is written, unless the code is VIGENTE then. CONFLICT, and
	// nothing is written, unless its document is PROCESADO, and is worth what it was when it was seen.
	UsarCodigo(ctx context.Context, c Codigo, visto documento.Juridico, now time.Time, h auditoria.Evento) error
	// TerminarCodigo ends one, and returns it as it is then. One that was ended before stays as it is, without an event.
	TerminarCodigo(ctx context.Context, n Nombre, now time.Time, h auditoria.Evento) (Codigo, error)
}

// Consulta asks for a run of codes, in the order of ClaveOrden.
type Consulta struct {
	CarpetaID   string
	DocumentoID string // empty: of all documents
	Desde       string // ClaveOrden to start after; empty for the beginning of the walk
	Descendente bool
	Limite      int // 1–101
}

// Prefijo is how the ClaveOrden of all that are asked for begin.
func (c Consulta) Prefijo() string {
	if c.DocumentoID == "" {
		return ""
	}
	return c.DocumentoID + "#"
}
