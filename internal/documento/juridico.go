package documento

import (
	"cmp"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Juridico is what a certified document is worth. Stores keep what its issuer made of it; what the calendar makes of it
// is worked out by who reads it.
type Juridico string

// The states. The first one that is true counts.
const (
	Revocado     Juridico = "REVOCADO"                         // its issuer took it back
	Reemplazado  Juridico = "REEMPLAZADO"                      // another delivery stands for it
	Vencido               = Juridico(verificable.Vencido)      // its last day of validity has passed; never stored
	AunNoVigente          = Juridico(verificable.AunNoVigente) // its first day of validity is to come; never stored
	Vigente      Juridico = "VIGENTE"                          // none of these; never stored
)

// EstadoJuridico is the state on a day, 2006-01-02; empty for what nobody certified.
func (f Fila) EstadoJuridico(hoy string) Juridico {
	switch {
	case !f.Certificado:
		return ""
	case f.Juridico != "":
		return f.Juridico
	}
	return cmp.Or(Juridico(f.Dias().El(hoy)), Vigente)
}

// Periodo are days of validity as ISO 8601 writes them: 2026-05-03/2031-05-03, with one of them, or "" for none. A row
// keeps both in one field: the indexes of a table of DynamoDB may name 100 attributes together.
func Periodo(v verificable.Vigencia) string {
	if v == (verificable.Vigencia{}) {
		return ""
	}
	return v.Desde + "/" + v.Hasta
}

// Dias are the days on which the document is valid.
func (f Fila) Dias() (v verificable.Vigencia) {
	v.Desde, v.Hasta, _ = strings.Cut(f.Vigencia, "/")
	return v
}

// AlRevocar is the document as its revocation leaves it.
func (d Documento) AlRevocar(motivo string, now time.Time) Documento {
	d.Juridico, d.MotivoRevocacion, d.RevocadoEn, d.FechaUltimaModificacion = Revocado, motivo, now, d.Siguiente(now)
	return d
}

// AlReemplazar is the document when another one stands for it.
func (d Documento) AlReemplazar(documentoID string, now time.Time) Documento {
	d.Juridico, d.ReemplazadoPor, d.FechaUltimaModificacion = Reemplazado, documentoID, d.Siguiente(now)
	return d
}

// Hoy is the day, 2006-01-02, where people read the dates of papers.
func (s *Servicio) Hoy() string { return s.Dia(s.Clock()) }

// Dia is the day of a moment there.
func (s *Servicio) Dia(t time.Time) string { return verificable.Dia(t, s.zona()) }

// InicioDelDia is the first moment of a day, 2006-01-02; an error if there is no such day.
func (s *Servicio) InicioDelDia(dia string) (time.Time, error) {
	return time.ParseInLocation(time.DateOnly, dia, s.zona())
}

func (s *Servicio) zona() *time.Location {
	if s.Zona == nil {
		return time.UTC
	}
	return s.Zona
}
