package verificable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

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
}

// LlaveEmisora is a key that an issuer signs with, or signed with.
type LlaveEmisora struct {
	JWK           json.RawMessage `json:"jwk"`
	Huella        string          `json:"huella"`                  // RFC 7638, SHA-256
	RevocadaDesde *time.Time      `json:"revocadaDesde,omitempty"` // what was received from then on is not trusted
}

type confianzaJSON struct {
	Formato   string    `json:"formato"`
	HechaEn   time.Time `json:"hechaEn"`
	Zona      string    `json:"zona"`
	Logs      []string  `json:"logs"`
	Entidades []Entidad `json:"entidades"`
}

// Bytes are the file of trust.
func (c Confianza) Bytes() ([]byte, error) {
	lines := strings.Split(strings.TrimSpace(string(c.Logs.Format())), "\n")
	return json.MarshalIndent(confianzaJSON{formatoConfianza, c.HechaEn.UTC().Truncate(time.Second), c.zona().String(), lines, c.Entidades}, "", "  ")
}

func (c Confianza) zona() *time.Location {
	if c.Zona == nil {
		return time.UTC
	}
	return c.Zona
}

// LeerConfianza reads a file of trust.
func LeerConfianza(text []byte) (Confianza, error) {
	if len(text) > MaxConfianza {
		return Confianza{}, fmt.Errorf("trust: more than %d bytes", MaxConfianza)
	}
	var j confianzaJSON
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil || j.Formato != formatoConfianza {
		return Confianza{}, errors.New("trust: want a file of " + formatoConfianza + ", as /.well-known/carpeta-sello/confianza.json")
	}
	zona, err := time.LoadLocation(j.Zona)
	if err != nil || j.Zona == "" || j.Zona == "Local" {
		return Confianza{}, fmt.Errorf("trust: %q is no time zone", j.Zona)
	}
	logs, err := verify.ParseKeys([]byte(strings.Join(j.Logs, "\n")))
	if err != nil {
		return Confianza{}, fmt.Errorf("trust: %w", err)
	}
	c := Confianza{HechaEn: j.HechaEn.UTC(), Zona: zona, Logs: logs, Entidades: j.Entidades}
	return c, c.revisar()
}

// revisar: each key is of one issuer, and is the one that its thumbprint names.
func (c Confianza) revisar() error {
	dueno := map[string]string{}
	for _, e := range c.Entidades {
		if e.EntidadID == "" || e.Nombre == "" {
			return errors.New("trust: an issuer without entidadId or nombre")
		}
		for _, l := range e.Llaves {
			k, err := auth.ParsePublicKey(l.JWK)
			if err != nil || k.Huella() != l.Huella {
				return fmt.Errorf("trust: a key of %s is not the one that its thumbprint names", e.EntidadID)
			}
			if otra, ya := dueno[l.Huella]; ya && otra != e.EntidadID {
				return fmt.Errorf("trust: %s and %s have the same key", otra, e.EntidadID)
			}
			dueno[l.Huella] = e.EntidadID
		}
	}
	return nil
}

// emisor finds whose key this is.
func (c Confianza) emisor(huella string) (Entidad, LlaveEmisora, bool) {
	for _, e := range c.Entidades {
		for _, l := range e.Llaves {
			if l.Huella == huella {
				return e, l, true
			}
		}
	}
	return Entidad{}, LlaveEmisora{}, false
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
