package documento

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// CampoOrden is the field that orders a list.
type CampoOrden string

// The orders. Each has an index of its own in the stores.
const (
	PorFechaRecepcion CampoOrden = "FECHA_RECEPCION"
	PorTitulo         CampoOrden = "TITULO"
	PorTipo           CampoOrden = "TIPO_DOCUMENTO"
	PorTamano         CampoOrden = "TAMANO_BYTES"
	PorDocumentoID    CampoOrden = "DOCUMENTO_ID"
)

// CamposOrden are all orders.
var CamposOrden = []CampoOrden{PorFechaRecepcion, PorTitulo, PorTipo, PorTamano, PorDocumentoID}

// formatoOrden sorts as time does.
const formatoOrden = "20060102T150405.000Z"

// maxValor bounds a sort value, so that an index entry and a cursor stay small.
const maxValor = 96

// ClaveOrden is the sort key of a row in the index of an order: the value as
// text that sorts like the value, '#', documentoId. Rows with equal values are
// ordered by documentoId. Titles are compared without case, by their first 96 bytes.
func (f Fila) ClaveOrden(campo CampoOrden) string {
	if campo == PorFechaRecepcion { // the usual order, without a text for the value
		var room [len(formatoOrden) + 64]byte
		return string(append(append(f.FechaRecepcion.UTC().AppendFormat(room[:0], formatoOrden), '#'), f.DocumentoID...))
	}
	return f.valorOrden(campo) + "#" + f.DocumentoID
}

func (f Fila) valorOrden(campo CampoOrden) string {
	switch campo {
	case PorFechaRecepcion:
		return f.FechaRecepcion.UTC().Format(formatoOrden)
	case PorTitulo:
		return valorTitulo(f.Titulo)
	case PorTipo:
		return string(f.Tipo)
	case PorTamano:
		return fmt.Sprintf("%015d", f.TamanoBytes)
	default:
		return ""
	}
}

// valorTitulo folds case and accents, as a Spanish reader expects of a list:
// "Ácta" stands beside "acta". Spaces and what else sorts up to the separator '#'
// become '$', so that "acta" comes before "acta de grado".
func valorTitulo(titulo string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(titulo)) {
		if r >= 0x0300 && r <= 0x036F && r != 0x0303 { // combining marks; ñ keeps its tilde
			continue
		}
		r = max(r, '$')
		if b.Len()+utf8.RuneLen(r) > maxValor {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Milisegundos cuts a time to the precision of the stores and the sort keys.
func Milisegundos(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
