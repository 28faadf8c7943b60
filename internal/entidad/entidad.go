package entidad

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Rol is what an entity does here.
type Rol string

// The roles: an entity has one of them, or both.
const (
	RolEmisor   Rol = "EMISOR"   // delivers documents, which it signs
	RolReceptor Rol = "RECEPTOR" // asks citizens for documents, and receives what they share
)

// TextoDeRoles writes roles as one text, and RolesDe reads it.
func TextoDeRoles(roles []Rol) string {
	nombres := make([]string, len(roles))
	for i, r := range roles {
		nombres[i] = string(r)
	}
	return strings.Join(nombres, " ")
}

// RolesDe reads what TextoDeRoles wrote.
func RolesDe(texto string) (roles []Rol) {
	for nombre := range strings.FieldsSeq(texto) {
		roles = append(roles, Rol(nombre))
	}
	return roles
}

// Entidad is an organisation that delivers documents to citizens, or receives them. The embedded store keeps its JSON.
type Entidad struct {
	EntidadID    string       `json:"entidadId"`           // the claim entidad of its tokens
	Nombre       string       `json:"nombre"`              // what citizens read
	Roles        []Rol        `json:"roles"`               // in the order of their names
	NIT          string       `json:"nit,omitempty"`       // with its check digit, as 900123456-8; every RECEPTOR has one
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

// Es reports whether the entity has a role.
func (e Entidad) Es(r Rol) bool { return slices.Contains(e.Roles, r) }

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
	// and nothing written, if somebody else was first. propias, at most 51 and none twice, are
	// the entity's from then on: the error of De, and nothing written, if one is another entity's.
	GuardarEntidad(ctx context.Context, e Entidad, h auditoria.Evento, propias ...Propia) error
}

// Propia names what is of one entity, for ever: a key, or a NIT. Whoever could register a public key that somebody else
// signs with could deliver what that one signed.
type Propia string

const deNIT = "nit#"

// LlavePropia is a key, by its thumbprint (RFC 7638).
func LlavePropia(huella string) Propia { return Propia("llave#" + huella) }

// NITPropio is a NIT.
func NITPropio(nit string) Propia { return Propia(deNIT + nit) }

// Ajena is what another entity has.
type Ajena struct {
	Propia    Propia
	EntidadID string // who has it
}

// De is the refusal of what that entity has, with an Ajena as its cause.
func (p Propia) De(entidadID string) error {
	if strings.HasPrefix(string(p), deNIT) {
		return fault.Wrap(fault.NITDeOtra, Ajena{p, entidadID})
	}
	return fault.Wrap(fault.LlaveDeOtra, Ajena{p, entidadID})
}

func (a Ajena) Error() string { return a.EntidadID + " has " + string(a.Propia) }

// Consulta asks for a run of the registry.
type Consulta struct {
	Desde       string // entidadId to start after; empty for the beginning of the walk
	Descendente bool
	Limite      int // 1–101
}
