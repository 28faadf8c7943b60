package verificable

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	strictjson "github.com/go-json-experiment/json"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

const formatoConfianza = "carpeta.confianza/v1"

// MaxConfianza bounds the file of trust.
const MaxConfianza = 16 << 20

// Confianza is whom somebody trusts: the issuers with their keys, and the logs that keep when something was received. It
// never comes from a file that is verified. A deployment publishes its own (/.well-known/carpeta-sello/confianza.json).
type Confianza struct {
	HechaEn   time.Time
	Zona      *time.Location // of the days that the issuers state
	Logs      verify.Keys    // each under the host of its deployment: one key signs all logs of a host, and its status lists
	Entidades []Entidad
}

// Entidad is an issuer.
type Entidad struct {
	EntidadID string         `json:"entidadId"`
	Nombre    string         `json:"nombre"`
	Llaves    []LlaveEmisora `json:"llaves"`
	// EmisionDesde: every document that it signed from then on has a sealed fact. Nil: nobody says so.
	EmisionDesde *time.Time `json:"emisionDesde,omitempty"`
}

// LlaveEmisora is a key that an issuer signs with, or signed with.
type LlaveEmisora struct {
	JWK           json.RawMessage `json:"jwk"`
	Huella        string          `json:"huella"`                  // RFC 7638, SHA-256
	RevocadaDesde *time.Time      `json:"revocadaDesde,omitempty"` // what was received from then on is not trusted
}

type confianzaJSON[E any] struct {
	Formato   string    `json:"formato"`
	HechaEn   time.Time `json:"hechaEn"`
	Zona      string    `json:"zona"`
	Logs      []string  `json:"logs"`
	Entidades []E       `json:"entidades"`
}

// Bytes are the file of trust.
func (c Confianza) Bytes() ([]byte, error) {
	lines := strings.FieldsFunc(string(c.Logs.Format()), func(r rune) bool { return r == '\n' })
	return json.MarshalIndent(confianzaJSON[Entidad]{formatoConfianza, c.HechaEn.UTC().Truncate(time.Second), c.zona().String(), lines, c.Entidades}, "", "  ")
}

func (c Confianza) zona() *time.Location {
	if c.Zona == nil {
		return time.UTC
	}
	return c.Zona
}

// LeerConfianza reads a file of trust. An issuer, or a key, that is no such thing costs that row: the others stay.
func LeerConfianza(text []byte) (Confianza, error) {
	if len(text) > MaxConfianza {
		return Confianza{}, fmt.Errorf("trust: more than %d bytes", MaxConfianza)
	}
	var j confianzaJSON[json.RawMessage]
	if !leido(text, &j) || j.Formato != formatoConfianza || j.HechaEn.IsZero() {
		return Confianza{}, errors.New("trust: want a file of " + formatoConfianza + ", as /.well-known/carpeta-sello/confianza.json")
	}
	zona, err := time.LoadLocation(j.Zona)
	if err != nil || j.Zona == "" || j.Zona == "Local" {
		return Confianza{}, fmt.Errorf("trust: %q is no time zone", j.Zona)
	}
	var logs verify.Keys // none of a host that seals nothing
	if len(j.Logs) > 0 || j.Logs == nil {
		if logs, err = verify.ParseKeys([]byte(strings.Join(j.Logs, "\n"))); err != nil {
			return Confianza{}, fmt.Errorf("trust: %w", err)
		}
	}
	c := Confianza{HechaEn: j.HechaEn.UTC(), Zona: zona, Logs: logs}
	for _, fila := range j.Entidades {
		if e, ok := leerEntidad(fila); ok {
			c.Entidades = append(c.Entidades, e)
		}
	}
	return c, nil
}

// leido reads JSON without members that it does not know: one of them may restrict what the others say. Names are exact,
// and none comes twice.
func leido(text []byte, v any) bool {
	return strictjson.Unmarshal(text, v, strictjson.RejectUnknownMembers(true)) == nil
}

func leerEntidad(fila []byte) (Entidad, bool) {
	var j struct {
		EntidadID    string            `json:"entidadId"`
		Nombre       string            `json:"nombre"`
		Llaves       []json.RawMessage `json:"llaves"`
		EmisionDesde *time.Time        `json:"emisionDesde"`
	}
	if !leido(fila, &j) || j.EntidadID == "" || j.Nombre == "" {
		return Entidad{}, false
	}
	e := Entidad{EntidadID: j.EntidadID, Nombre: j.Nombre, EmisionDesde: j.EmisionDesde}
	for _, fila := range j.Llaves {
		var l LlaveEmisora
		if !leido(fila, &l) {
			continue
		}
		if k, err := auth.ParsePublicKey(l.JWK); err == nil && k.Huella() == l.Huella {
			e.Llaves = append(e.Llaves, l)
		}
	}
	return e, true
}

// emisor finds whose key this is: of the entity that the sealed fact names, or else of the first that has it.
func (c Confianza) emisor(huella, entidadID string) (emisor Entidad, llave LlaveEmisora, ok bool) {
	for _, e := range c.Entidades {
		i := slices.IndexFunc(e.Llaves, func(l LlaveEmisora) bool { return l.Huella == huella })
		if i < 0 || ok && e.EntidadID != entidadID {
			continue
		}
		emisor, llave, ok = e, e.Llaves[i], true
		if e.EntidadID == entidadID {
			break
		}
	}
	return emisor, llave, ok
}

// delRegistro are the keys of a log, which its host vouches for.
func (c Confianza) delRegistro(origen string) (ks verify.Keys) {
	for _, k := range c.Logs {
		if strings.HasPrefix(origen, k.Origin+"/") {
			k.Origin = origen
			ks = append(ks, k)
		}
	}
	return ks
}

// delAnfitrion are the keys of the host whose log this is; of every host without one.
func (c Confianza) delAnfitrion(origen string) (ks verify.Keys) {
	for _, k := range c.Logs {
		if origen == "" || strings.HasPrefix(origen, k.Origin+"/") {
			ks = append(ks, k)
		}
	}
	return ks
}
