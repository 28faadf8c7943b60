package verificable

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Declaracion is what an issuer says of a document, and signs. Version 1 names the citizen and says nothing of number,
// dates and validity. Version 2 names nobody: Titular binds it to a person, and only who gets the salt can tell to whom.
type Declaracion struct {
	Version       int    // 1 or 2
	CiudadanoID   string // version 1
	HashDocumento string // SHA-256 of the file, 64 hexadecimal digits in lower case
	TipoDocumento string // code of the kind
	Titulo        string // NFC

	// From here on version 2. What is optional is absent from the signed bytes if it is empty.

	FechaEmision string // day of issue, 2006-01-02
	Titular      string // Titular.Sello of the person
	Numero       string // the issuer's own number; optional
	Vigencia     Vigencia
	ReemplazaA   string // entregaId of the delivery that this one replaces; optional
}

// Vigencia is a run of days, both included. Each end is 2006-01-02, or empty: no such end.
type Vigencia struct{ Desde, Hasta string }

// Titular is the person that a statement is about, with the salt that hides them in it.
type Titular struct {
	CiudadanoID string
	Nombre      string // NFC
	Sal         []byte // 16 to 64 random bytes
}

// Sello is what a statement holds of the person: HMAC-SHA256 of their canonical JSON under the salt, in base64url.
func (t Titular) Sello() string {
	mac := hmac.New(sha256.New, t.Sal)
	mac.Write(objeto(texto("ciudadanoId", t.CiudadanoID), texto("nombre", t.Nombre)))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Bytes are what the issuer signs: canonical JSON (RFC 8785), in UTF-8.
func (d Declaracion) Bytes() []byte {
	if d.Version == 1 {
		return objeto(texto("ciudadanoId", d.CiudadanoID), texto("hashDocumento", d.HashDocumento),
			texto("tipoDocumento", d.TipoDocumento), texto("titulo", d.Titulo))
	}
	return objeto(texto("fechaEmision", d.FechaEmision), texto("hashDocumento", d.HashDocumento),
		opcional("numero", d.Numero), opcional("reemplazaA", d.ReemplazaA), texto("tipoDocumento", d.TipoDocumento),
		texto("titular", d.Titular), texto("titulo", d.Titulo), numero("v", d.Version), d.Vigencia.miembro())
}

// Revocacion is what an issuer signs to take a delivery back.
type Revocacion struct {
	EntregaID string
	Motivo    string // NFC
}

// Bytes are what the issuer signs: canonical JSON (RFC 8785), in UTF-8.
func (r Revocacion) Bytes() []byte {
	return objeto(texto("motivo", r.Motivo), texto("revoca", r.EntregaID), numero("v", 2))
}

// El is what the calendar makes of a paper on a day, 2006-01-02: Vencido, AunNoVigente, or "" while it is valid. Both ends
// count.
func (v Vigencia) El(dia string) Resultado {
	switch {
	case v.Hasta != "" && v.Hasta < dia:
		return Vencido
	case dia < v.Desde:
		return AunNoVigente
	}
	return ""
}

// Dia is the day of a moment in the zone of the issuers, as 2006-01-02: by it a validity begins and ends.
func Dia(t time.Time, zona *time.Location) string { return t.In(zona).Format(time.DateOnly) }

func (v Vigencia) miembro() miembro {
	if v == (Vigencia{}) {
		return miembro{}
	}
	return miembro{"vigencia", objeto(opcional("desde", v.Desde), opcional("hasta", v.Hasta))}
}

// miembro is a member of an object; one without a name is left out.
type miembro struct {
	nombre string
	valor  []byte
}

func texto(nombre, valor string) miembro { return miembro{nombre, appendTexto(nil, valor)} }

func numero(nombre string, n int) miembro {
	return miembro{nombre, strconv.AppendInt(nil, int64(n), 10)}
}

func opcional(nombre, valor string) miembro {
	if valor == "" {
		return miembro{}
	}
	return texto(nombre, valor)
}

// objeto writes members that come in the order of their names, as RFC 8785 §3.2.3 sorts them.
func objeto(ms ...miembro) []byte {
	b := []byte{'{'}
	for _, m := range ms {
		if m.nombre == "" {
			continue
		}
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		b = append(append(appendTexto(b, m.nombre), ':'), m.valor...)
	}
	return append(b, '}')
}

const (
	hex    = "0123456789abcdef"
	cortos = "\b\t\n\f\r"
	letras = "btnfr"
)

// appendTexto writes a text as RFC 8785 §3.2.2.2 does: escapes only where JSON must have
// one, and the shortest.
func appendTexto(b []byte, t string) []byte {
	b = append(b, '"')
	for _, r := range t {
		i := strings.IndexRune(cortos, r)
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case i >= 0:
			b = append(b, '\\', letras[i])
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
