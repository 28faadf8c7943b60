package auditoria

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// CambioRevocacion is what is done with tokens.
type CambioRevocacion string

// Taken out of use, and given back.
const (
	Revocado   CambioRevocacion = "revocado"
	Restituido CambioRevocacion = "restituido"
)

// DeRevocacion is the event of a change of the list of revocations, which is of no operador.
func DeRevocacion(c CambioRevocacion, r auth.Revocation) Evento {
	h := Evento{
		Tipo: RevocacionCambiada, Recurso: Recurso{Tipo: "sujeto", ID: r.Subject}, OperadorID: SinOperador,
		Datos: map[string]string{"cambio": string(c)},
	}
	if r.JTI != "" {
		h.Recurso = Recurso{Tipo: "jti", ID: r.Fingerprint()}
	}
	if !r.Before.IsZero() {
		h.Datos["antesDe"] = r.Before.UTC().Format(time.RFC3339)
	}
	return h
}
