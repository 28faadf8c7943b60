package entidad

import (
	"context"
	"regexp"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Entidad is an organisation whose signed documents citizens receive. The embedded store keeps its JSON.
type Entidad struct {
	EntidadID    string       `json:"entidadId"`           // the claim entidad of its tokens
	Nombre       string       `json:"nombre"`              // what citizens read
	Llaves       string       `json:"llaves,omitempty"`    // its public keys as a JWKS; empty if LlavesURL has them
	LlavesURL    string       `json:"llavesUrl,omitempty"` // where its JWKS is
	Activa       bool         `json:"activa"`              // an inactive one delivers nothing
	Revocaciones []Revocacion `json:"revocaciones,omitempty"`
	Vistas       []LlaveVista `json:"vistas,omitempty"` // keys that it signed with, at most 100
	RegistradaEn time.Time    `json:"registradaEn"`     // UTC, milliseconds
	ModificadaEn time.Time    `json:"modificadaEn"`     // UTC, milliseconds
	// Version is 1 for a new one, and grows with each change.
	Version int64 `json:"version"`
}

// TipoNodo is the type name in global ids.
const TipoNodo = "Entidad"

// ID is the entity's global id.
func (e Entidad) ID() string {
	return relay.GlobalID{Type: TipoNodo, Keys: []string{e.EntidadID}}.String()
}

// Revocacion ends a key: what was received from Desde on is not signed by it.
type Revocacion struct {
	Llave string    `json:"llave"` // kid
	Desde time.Time `json:"desde"`
	// HechaEn is when somebody said so, and RecorridaEn when the walk began that found what it had signed since; zero if
	// none did.
	HechaEn     time.Time `json:"hechaEn,omitzero"`
	RecorridaEn time.Time `json:"recorridaEn,omitzero"`
}

// margenRecorrida after a revocation no confirmation is under way any more that had found the key good.
const margenRecorrida = 10 * time.Minute

// PorRecorrer reports whether what the key signed is to be looked for: at once, and again when nothing that was under way
// can come any more.
func (r Revocacion) PorRecorrer(now time.Time) bool {
	ultima := r.HechaEn.Add(margenRecorrida)
	return r.RecorridaEn.IsZero() || r.RecorridaEn.Before(ultima) && !now.Before(ultima)
}

// Emisor is what a document says of the entity that delivered it.
type Emisor struct{ EntidadID, Nombre string }

// Emisor names the entity as it is named now.
func (e Entidad) Emisor() Emisor { return Emisor{e.EntidadID, e.Nombre} }

// Revocada is when a key was revoked; the zero time if it was not.
func (e Entidad) Revocada(llave string) time.Time {
	i := slices.IndexFunc(e.Revocaciones, func(r Revocacion) bool { return r.Llave == llave })
	if i < 0 {
		return time.Time{}
	}
	return e.Revocaciones[i].Desde
}

// formaID: the id is part of keys in the stores, and of addresses.
var formaID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// EsID reports whether a text can be an entidadId.
func EsID(id string) bool { return formaID.MatchString(id) }

// Store keeps the registry. Failures are *fault.Error: NOT_FOUND when absent, UNAVAILABLE
// when the store does not answer in time.
type Store interface {
	// Entidad reads one, strongly consistent.
	Entidad(ctx context.Context, entidadID string) (Entidad, error)
	// Entidades lists in the order of entidadId.
	Entidades(ctx context.Context, c Consulta) ([]Entidad, error)
	// GuardarEntidad writes the next version: e.Version is 1 for a new one, and one more
	// than the stored version otherwise. Its event h is in the same transaction. CONFLICT,
	// and nothing written, if somebody else was first. huellas are the thumbprints (RFC 7638) of
	// keys, at most 50 and none twice, that are the entity's from then on: LLAVE_DE_OTRA_ENTIDAD, with a LlaveAjena as the
	// cause and nothing written, if one is another entity's.
	GuardarEntidad(ctx context.Context, e Entidad, h auditoria.Evento, huellas ...string) error
}

// LlaveAjena is the cause of a refusal: the key is another entity's, for ever. Whoever could register a public key that
// somebody else signs with could deliver what that one signed.
type LlaveAjena struct{ Huella string }

func (l LlaveAjena) Error() string { return "another entity has the key " + l.Huella }

// Consulta asks for a run of the registry.
type Consulta struct {
	Desde       string // entidadId to start after; empty for the beginning of the walk
	Descendente bool
	Limite      int // 1–101
}
