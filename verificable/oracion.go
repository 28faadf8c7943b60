package verificable

import (
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/terminal"
)

// Oracion says in Spanish what was found: who certified what for whom and when, whether these are the bytes, and what it
// is worth on which day.
func (i Informe) Oracion() string { return espanol.informe(i) }

// Sentence is Oracion in English.
func (i Informe) Sentence() string { return ingles.informe(i) }

// Oracion says in Spanish why a file proves nothing, and what to do.
func (r *Rechazo) Oracion() string { return espanol.rechazos[r.Codigo] }

// Sentence is Oracion in English.
func (r *Rechazo) Sentence() string { return ingles.rechazos[r.Codigo] }

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

// idioma is a language with its sentences.
type idioma struct {
	dia       func(time.Time) string
	certifico string // issuer, title, number, person, day
	conNumero string
	persona   string // name, id
	deCedula  string // id, of version 1
	sinNombre string
	bytes     string
	finales   map[Resultado]string
	rechazos  map[Codigo]string
}

func (l idioma) informe(i Informe) string {
	if i.Resultado == EmisorDesconocido {
		return l.finales[EmisorDesconocido]
	}
	numero := ""
	if i.Numero != "" {
		numero = fmt.Sprintf(l.conNumero, i.Numero)
	}
	final := l.finales[i.Resultado]
	switch i.Resultado {
	case SinLista:
		final = fmt.Sprintf(final, l.dia(i.RecibidaEn.In(i.zona)))
	case Valido, Retirado:
		final = fmt.Sprintf(final, l.dia(i.SabidoEn.In(i.zona)))
	case Vencido:
		final = fmt.Sprintf(final, l.deTexto(i.Vigencia.Hasta))
	case AunNoVigente:
		final = fmt.Sprintf(final, l.deTexto(i.Vigencia.Desde))
	}
	certifico := fmt.Sprintf(l.certifico, i.Emisor.Nombre, i.Titulo, numero, l.para(i), l.emitida(i))
	return terminal.Safe(certifico) + l.bytes + final
}

func (l idioma) para(i Informe) string {
	switch {
	case i.Persona != nil:
		return fmt.Sprintf(l.persona, i.Persona.Nombre, i.Persona.CiudadanoID)
	case i.Version == 1:
		return fmt.Sprintf(l.deCedula, i.CiudadanoID)
	}
	return l.sinNombre
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

var meses = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}

var espanol = idioma{
	dia:       func(t time.Time) string { return fmt.Sprintf("%d de %s de %d", t.Day(), meses[t.Month()-1], t.Year()) },
	certifico: "%s certificó «%s»%s para %s el %s. ",
	conNumero: ", número %s,",
	persona:   "%s, con identificación %s,",
	deCedula:  "la persona con identificación %s",
	sinNombre: "una persona que este archivo no nombra",
	bytes:     "El documento es exactamente el que se certificó. ",
	finales: map[Resultado]string{
		EmisorDesconocido: "No se sabe quién certificó este documento: lo firmó alguien que no está entre las entidades de su lista. No confíe en él mientras no lo verifique en el servicio donde se hizo.",
		LlaveRevocada:     "No es válido: la entidad ya no responde por la firma con que se hizo. Pida otro a quien se lo dio.",
		Retirado:          "No es válido: al %s la entidad ya lo había retirado o reemplazado por otro.",
		Vencido:           "No es válido: venció el %s.",
		AunNoVigente:      "Todavía no es válido: lo será desde el %s.",
		SinEstado:         "Está firmado y entero. No se sabe si la entidad lo retiró: este archivo no dice dónde se consulta, pregúntele a ella.",
		SinLista:          "Está firmado y entero, y un registro guarda que se recibió el %s. No se sabe si la entidad lo retiró después: consulte su lista de estado.",
		Valido:            "Válido al %s.",
	},
	rechazos: map[Codigo]string{
		NoEsVerificable:   "Este no es un documento verificable. Elija el archivo que termina en «.verificable.zip».",
		ArchivoDanado:     "El archivo está cortado o lo cambiaron. Cópielo de nuevo, o pida otro a quien se lo dio.",
		FaltaParte:        "A este archivo le falta una parte. Pida otro a quien se lo dio.",
		SobraParte:        "Este archivo tiene algo que no es suyo: alguien lo cambió. No lo abra; pida otro a quien se lo dio.",
		DeclaracionMala:   "No es auténtico: lo que dice la entidad no tiene la forma en que se firma. Pida otro a quien se lo dio.",
		LlaveMala:         "No es auténtico: la parte que dice quién firmó está dañada. Pida otro a quien se lo dio.",
		FirmaMala:         "No es auténtico: la firma no corresponde a lo que dice. Pida otro a quien se lo dio.",
		TitularMalo:       "No es auténtico: la persona que nombra no es aquella para quien se certificó. Pida otro a quien se lo dio.",
		DocumentoCambiado: "No es auténtico: el documento no es el que se certificó. Alguien lo cambió. Pida otro a quien se lo dio.",
		EmisionMala:       "No es auténtico: el registro de la entrega es de otro documento. Pida otro a quien se lo dio.",
		PruebaMala:        "No es auténtico: ningún registro en el que usted confía guarda esta entrega. Pida otro a quien se lo dio.",
		EstadoMalo:        "No es auténtico: la parte que dice dónde se consulta su estado cambió. Pida otro a quien se lo dio.",
		ListaMala:         "La lista de estado no sirve para este documento: venció, está cortada o es otra. Bájela de nuevo.",
	},
}

var ingles = idioma{
	dia:       func(t time.Time) string { return t.Format("2 January 2006") },
	certifico: "%s certified “%s”%s for %s on %s. ",
	conNumero: ", number %s,",
	persona:   "%s, with identification %s,",
	deCedula:  "the person with identification %s",
	sinNombre: "a person whom this file does not name",
	bytes:     "The document is exactly the one that was certified. ",
	finales: map[Resultado]string{
		EmisorDesconocido: "It is not known who certified this document: whoever signed it is not among the entities of your list. Do not trust it until you have verified it at the service where it was made.",
		LlaveRevocada:     "It is not valid: the entity no longer answers for the signature that it was made with. Ask whoever gave it to you for another one.",
		Retirado:          "It is not valid: on %s the entity had revoked it, or replaced it by another one.",
		Vencido:           "It is not valid: it expired on %s.",
		AunNoVigente:      "It is not valid yet: it will be from %s on.",
		SinEstado:         "It is signed and whole. It is not known whether the entity took it back: this file does not say where to look, ask the entity.",
		SinLista:          "It is signed and whole, and a log holds that it was received on %s. It is not known whether the entity took it back later: consult its status list.",
		Valido:            "Valid on %s.",
	},
	rechazos: map[Codigo]string{
		NoEsVerificable:   "This is no verifiable document. Choose the file that ends in “.verificable.zip”.",
		ArchivoDanado:     "The file is cut, or was changed. Copy it again, or ask whoever gave it to you for another one.",
		FaltaParte:        "A part of this file is missing. Ask whoever gave it to you for another one.",
		SobraParte:        "This file has something in it that is not its own: somebody changed it. Do not open it; ask whoever gave it to you for another one.",
		DeclaracionMala:   "It is not genuine: what the entity says is not in the form that is signed. Ask whoever gave it to you for another one.",
		LlaveMala:         "It is not genuine: the part that says who signed is damaged. Ask whoever gave it to you for another one.",
		FirmaMala:         "It is not genuine: the signature is not of what it says. Ask whoever gave it to you for another one.",
		TitularMalo:       "It is not genuine: the person it names is not the one for whom it was certified. Ask whoever gave it to you for another one.",
		DocumentoCambiado: "It is not genuine: the document is not the one that was certified. Somebody changed it. Ask whoever gave it to you for another one.",
		EmisionMala:       "It is not genuine: the record of the delivery is of another document. Ask whoever gave it to you for another one.",
		PruebaMala:        "It is not genuine: no log that you trust holds this delivery. Ask whoever gave it to you for another one.",
		EstadoMalo:        "It is not genuine: the part that says where its status is kept was changed. Ask whoever gave it to you for another one.",
		ListaMala:         "The status list is of no use for this document: it expired, is cut, or is another one. Fetch it again.",
	},
}
