package verificable

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	strictjson "github.com/go-json-experiment/json"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// TipoEmision is the kind of the sealed event.
const TipoEmision = "emision"

// Emision is what the log holds of a delivery, and identifies nobody.
type Emision struct {
	EntidadID string
	Huella    string // of the issuer's key (RFC 7638)
	Resumen   string // Resumen of statement and signature
	Estado    string // Estado.Referencia; empty if it has no status
}

// Datos are the members of the event.
func (e Emision) Datos() map[string]string {
	datos := map[string]string{"entidadId": e.EntidadID, "huella": e.Huella, "resumen": e.Resumen}
	if e.Estado != "" {
		datos["estado"] = e.Estado
	}
	return datos
}

// Resumen binds to a statement and its signature.
func Resumen(declaracion []byte, firma string) string {
	h := sha256.New()
	h.Write(declaracion)
	h.Write([]byte("." + firma))
	return fmt.Sprintf("%x", h.Sum(nil))
}

// sellada is an emision whose place in a log was proven.
type sellada struct {
	Emision
	recibida time.Time // when the document was delivered
	origen   string    // of the log
	numero   int64
}

// leerEmision reads the event, of which nothing is proven yet.
func leerEmision(text []byte) (s sellada, err error) {
	f, err := verify.ParseEventFile(text)
	if err != nil {
		return s, err
	}
	var j struct {
		Tipo    string    `json:"tipo"`
		Momento time.Time `json:"momento"`
		Datos   struct {
			EntidadID string `json:"entidadId"`
			Huella    string `json:"huella"`
			Resumen   string `json:"resumen"`
			Estado    string `json:"estado"`
		} `json:"datos"`
	}
	if strictjson.Unmarshal(f.Event, &j) != nil || j.Tipo != TipoEmision || j.Momento.IsZero() { // names of members are exact, and none comes twice
		return s, errors.New("the event is no " + TipoEmision)
	}
	return sellada{Emision: Emision(j.Datos), recibida: j.Momento}, nil
}

// probar finds the place of the event in a log of a host that is trusted.
func (s *sellada) probar(evento, prueba []byte, c Confianza) error {
	p, err := verify.ParseProof(prueba)
	if err != nil {
		return err
	}
	if s.origen, err = verify.OriginOf(p.Checkpoint); err != nil {
		return err
	}
	llaves := c.delRegistro(s.origen)
	if len(llaves) == 0 {
		return errors.New("the log " + s.origen + " is of a host that is not trusted")
	}
	r, err := verify.Files{Checkpoint: prueba, Event: evento, Keys: llaves.Format()}.Verify()
	if err != nil {
		return err
	}
	s.numero = r.Index
	return nil
}
