package semilla

import (
	"hash/fnv"
	"strconv"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Content is the file of a generated document: a PDF of one page that shows
// its title. It depends only on the stored data of the document.
func Content(d documento.Documento) []byte { return appendPDF(nil, d) }

const maxLines = 40

// appendPDF appends the file. The number of lines on the page comes from the id, so
// that sizes differ as those of real papers do.
func appendPDF(b []byte, d documento.Documento) []byte {
	base := len(b)
	var objetos [6]int
	open := func(n int) {
		objetos[n-1] = len(b) - base
		b = append(strconv.AppendInt(b, int64(n), 10), " 0 obj\n"...)
	}
	b = append(b, "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"...)
	open(1)
	b = append(b, "<</Type/Catalog/Pages 2 0 R>>\nendobj\n"...)
	open(2)
	b = append(b, "<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n"...)
	open(3)
	b = append(b, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>\nendobj\n"...)
	open(4)
	b = append(b, "<</Length "...)
	gap := len(b) // the length is written once the stream is there
	b = append(b, "0000>>\nstream\n"...)
	since := len(b)
	b = appendPage(b, d)
	putNumber(b[gap:gap+4], len(b)-since)
	b = append(b, "\nendstream\nendobj\n"...)
	open(5)
	b = append(b, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>\nendobj\n"...)
	open(6)
	b = append(appendText(append(b, "<</Title"...), d.Titulo, dashPDFDoc), ">>\nendobj\n"...)
	return appendTable(b, base, objetos[:])
}

// appendTable closes the file with the offsets of its objects.
func appendTable(b []byte, base int, objetos []int) []byte {
	table := len(b) - base
	b = append(b, "xref\n0 7\n0000000000 65535 f \n"...)
	for _, o := range objetos {
		n := len(b)
		b = append(b, "0000000000 00000 n \n"...)
		putNumber(b[n:n+10], o)
	}
	b = append(b, "trailer\n<</Size 7/Root 1 0 R/Info 6 0 R>>\nstartxref\n"...)
	return append(strconv.AppendInt(b, int64(table), 10), "\n%%EOF\n"...)
}

func appendPage(b []byte, d documento.Documento) []byte {
	b = append(appendText(append(b, "BT /F1 18 Tf 56 720 Td "...), d.Titulo, dashWinAnsi), " Tj /F1 10 Tf 14 TL T* T*\n"...)
	b = append(appendText(b, d.Contexto, dashWinAnsi), " Tj T*\n"...)
	b = append(appendText(b, d.FechaRecepcion.UTC().Format("2006-01-02"), dashWinAnsi), " Tj T*\n"...)
	b = append(appendText(b, d.DocumentoID, dashWinAnsi), " Tj T* T*\n"...)
	h := fnv.New32a()
	_, _ = h.Write([]byte(d.DocumentoID))
	for i := range h.Sum32() % maxLines {
		b = append(b, "(Folio "...)
		b = strconv.AppendInt(b, int64(i+1), 10)
		b = append(b, ": documento de muestra, sin valor legal.) Tj T*\n"...)
	}
	return append(b, "ET"...)
}

// The encodings of the page and of the metadata agree on every Spanish letter, but not on the dash.
const (
	dashWinAnsi = 0x97
	dashPDFDoc  = 0x84
)

// appendText writes a PDF string; letters that the encoding lacks become '?'.
func appendText(b []byte, s string, dash byte) []byte {
	b = append(b, '(')
	for _, r := range s {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '—':
			b = append(b, dash)
		case r < ' ' || r == utf8.RuneError || r > 0xff || r >= 0x7f && r < 0xa0:
			b = append(b, '?')
		default:
			b = append(b, byte(r))
		}
	}
	return append(b, ')')
}

// putNumber fills a field of digits.
func putNumber(campo []byte, n int) {
	for i := len(campo) - 1; i >= 0; i-- {
		campo[i] = byte('0' + n%10)
		n /= 10
	}
}
