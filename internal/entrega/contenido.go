package entrega

import (
	"strings"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Contenido are the bytes that an entity signs: JSON in the canonical form of RFC 8785, in
// UTF-8, of these four members. docs/api.md has an example, which a test runs.
func Contenido(ciudadanoID string, n documento.Nuevo) []byte {
	b := make([]byte, 0, 256)
	for i, m := range []struct{ nombre, valor string }{
		{"ciudadanoId", ciudadanoID}, {"hashDocumento", n.Hash}, {"tipoDocumento", string(n.Tipo)}, {"titulo", n.Titulo},
	} {
		b = append(b, `{,,,`[i])
		b = appendTexto(append(appendTexto(b, m.nombre), ':'), m.valor)
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

// firmado is what was signed of a document.
func firmado(ciudadanoID string, d documento.Documento) []byte {
	return Contenido(ciudadanoID, documento.Nuevo{Titulo: d.Titulo, Tipo: d.Tipo, Hash: d.Hash})
}
