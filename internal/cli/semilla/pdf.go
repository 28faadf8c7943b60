package semilla

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

const maxLines = 40

// Content is the file of a generated document: a PDF of one page that shows its title. It depends only on the stored
// data of the document. The number of lines on the page comes from the id, so that sizes differ as those of real papers
// do.
func Content(d documento.Documento) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, "BT /F1 18 Tf 56 720 Td %s Tj /F1 10 Tf 14 TL T* T*\n", text(d.Titulo, dashWinAnsi))
	fmt.Fprintf(&page, "%s Tj T*\n", text(d.Contexto, dashWinAnsi))
	fmt.Fprintf(&page, "(%s) Tj T*\n(%s) Tj T* T*\n", d.FechaRecepcion.UTC().Format("2006-01-02"), d.DocumentoID)
	h := fnv.New32a()
	_, _ = h.Write([]byte(d.DocumentoID))
	for i := range h.Sum32() % maxLines {
		fmt.Fprintf(&page, "(Folio %d: documento de muestra, sin valor legal.) Tj T*\n", i+1)
	}
	page.WriteString("ET")
	b, table := []byte("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []byte(nil)
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
		fmt.Sprintf("<</Length %04d>>\nstream\n%s\nendstream", page.Len(), &page),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		fmt.Sprintf("<</Title%s>>", text(d.Titulo, dashPDFDoc)),
	} {
		table = fmt.Appendf(table, "%010d 00000 n \n", len(b))
		b = fmt.Appendf(b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	return fmt.Appendf(b, "xref\n0 7\n0000000000 65535 f \n%strailer\n<</Size 7/Root 1 0 R/Info 6 0 R>>\nstartxref\n%d\n%%%%EOF\n", table, len(b))
}

// The encodings of the page and of the metadata agree on every Spanish letter, but not on the dash.
const (
	dashWinAnsi = 0x97
	dashPDFDoc  = 0x84
)

// text is a PDF string; letters that the encoding lacks become '?'.
func text(s string, dash byte) []byte {
	b := []byte{'('}
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
