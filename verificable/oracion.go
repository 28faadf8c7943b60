package verificable

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/terminal"
)

// Oracion says in Spanish what was found: who certified what for whom and when, whether these are the bytes, and what it
// is worth on which day.
func (i Informe) Oracion() string { return espanol.informe(i) }

// Sentence is Oracion in English.
func (i Informe) Sentence() string { return ingles.informe(i) }

// Oracion says in Spanish why a file proves nothing, and what to do.
func (r *Rechazo) Oracion() string { return espanol.Rechazos[r.Codigo] }

// Sentence is Oracion in English.
func (r *Rechazo) Sentence() string { return ingles.Rechazos[r.Codigo] }

// Oracion is the sentence of what Verificar returned, in Spanish and in English; false for an error that is of the
// reading and says nothing of the file.
func Oracion(i Informe, err error) (es, en string, ok bool) {
	var r *Rechazo
	switch {
	case err == nil:
		return i.Oracion(), i.Sentence(), true
	case errors.As(err, &r):
		return r.Oracion(), r.Sentence(), true
	}
	return "", "", false
}

// oraciones.json has the sentences; the citizen's application reads the same file. {dia} and the like are filled in.
//
//go:embed oraciones.json
var oraciones []byte

// idioma is a language with its sentences.
type idioma struct {
	Certifico, ConNumero, Persona string
	DeCedula                      string // of version 1
	SinNombre, Bytes              string
	Finales                       map[Resultado]string
	Rechazos                      map[Codigo]string

	dia func(time.Time) string
}

var espanol, ingles = leerOraciones()

func leerOraciones() (es, en idioma) {
	var leidas struct{ ES, EN idioma }
	if err := json.Unmarshal(oraciones, &leidas); err != nil {
		panic(err) // a file of this program
	}
	leidas.ES.dia = func(t time.Time) string { return fmt.Sprintf("%d de %s de %d", t.Day(), meses[t.Month()-1], t.Year()) }
	leidas.EN.dia = func(t time.Time) string { return t.Format("2 January 2006") }
	return leidas.ES, leidas.EN
}

var meses = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}

// con fills a sentence in: "dia", "3 de mayo de 2026" takes the place of {dia}.
func con(oracion string, pares ...string) string {
	for i := 0; i < len(pares); i += 2 {
		pares[i] = "{" + pares[i] + "}"
	}
	return strings.NewReplacer(pares...).Replace(oracion)
}

func (l idioma) informe(i Informe) string {
	if i.Resultado == EmisorDesconocido {
		return l.Finales[EmisorDesconocido]
	}
	numero, dia := "", ""
	if i.Numero != "" {
		numero = con(l.ConNumero, "numero", i.Numero)
	}
	switch i.Resultado {
	case SinLista:
		dia = l.dia(i.RecibidaEn.In(i.zona))
	case Valido, Retirado:
		dia = l.dia(i.SabidoEn.In(i.zona))
	case Vencido:
		dia = l.deTexto(i.Vigencia.Hasta)
	case AunNoVigente:
		dia = l.deTexto(i.Vigencia.Desde)
	}
	certifico := con(l.Certifico, "emisor", i.Emisor.Nombre, "titulo", i.Titulo, "numero", numero, "para", l.para(i), "dia", l.emitida(i))
	return terminal.Safe(certifico) + l.Bytes + con(l.Finales[i.Resultado], "dia", dia)
}

func (l idioma) para(i Informe) string {
	switch {
	case i.Persona != nil:
		return con(l.Persona, "nombre", i.Persona.Nombre, "id", i.Persona.CiudadanoID)
	case i.Version == 1:
		return con(l.DeCedula, "id", i.CiudadanoID)
	}
	return l.SinNombre
}

// emitida is the day that the issuer states; of version 1 the one on which it signed.
func (l idioma) emitida(i Informe) string {
	if i.FechaEmision != "" {
		return l.deTexto(i.FechaEmision)
	}
	return l.dia(i.FirmadaEn.In(i.zona))
}

func (l idioma) deTexto(dia string) string {
	d, _ := time.Parse(time.DateOnly, dia) // it was read as one
	return l.dia(d)
}
