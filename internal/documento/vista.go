package documento

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// bytesVista are what is read of a file to see what it is. WHATWG's sniffing reads 1,445 at most.
const bytesVista = 4096

// textoPlano is the type under which text is shown: no browser has to guess its encoding.
const textoPlano = "text/plain; charset=utf-8"

// vistas are the kinds of files that a browser may show, by the type that is announced: what the
// first bytes must be, and the type that is sent. None of them is a page that could run a script:
// a type that is not here (HTML, SVG, XML, …) is an attachment only.
var vistas = map[string]struct {
	sirve string
	es    func([]byte) bool
}{
	"application/pdf": {"application/pdf", empieza("%PDF-")},
	"image/png":       {"image/png", empieza("\x89PNG\r\n\x1a\n")},
	"image/jpeg":      {"image/jpeg", empieza("\xff\xd8\xff")},
	"image/gif":       {"image/gif", func(b []byte) bool { return empieza("GIF87a")(b) || empieza("GIF89a")(b) }},
	"image/webp":      {"image/webp", func(b []byte) bool { return len(b) >= 16 && empieza("RIFF")(b) && string(b[8:15]) == "WEBPVP8" }},
	"image/avif":      {"image/avif", esAVIF},
	"text/plain":      {textoPlano, esTexto},
}

// EsTipoVista reports whether a type is one of those that TipoVista answers.
func EsTipoVista(tipo string) bool {
	base, _, _ := strings.Cut(tipo, ";")
	v, ok := vistas[base]
	return ok && v.sirve == tipo
}

// TipoVista is the type under which a browser may show a file: what was announced and what its
// first bytes are must agree. Empty for everything else.
func TipoVista(anunciado string, comienzo []byte) string {
	base, parametros, err := mime.ParseMediaType(anunciado)
	if err != nil {
		return ""
	}
	if charset := strings.ToLower(parametros["charset"]); base == "text/plain" && charset != "" && charset != "utf-8" && charset != "us-ascii" {
		return ""
	}
	if v, ok := vistas[base]; ok && v.es(comienzo) {
		return v.sirve
	}
	return ""
}

// ErrTipoVista refuses a type that no browser may show.
func ErrTipoVista() error {
	return fault.New(fault.BadUserInput, "Este tipo de archivo no se puede ver en el navegador.")
}

// puedeVerse reports whether a file of this type is shown, if its first bytes agree.
func puedeVerse(tipoContenido string) bool {
	base, _, err := mime.ParseMediaType(tipoContenido)
	_, puede := vistas[base]
	return err == nil && puede
}

// mirarArchivo looks at the file of a document that is about to become visible: how a browser may show it, and which
// version it is.
func (s *Servicio) mirarArchivo(ctx context.Context, d Documento) (tipoVista, version string, err error) {
	n := int64(0)
	if puedeVerse(d.TipoContenido) {
		n = bytesVista
	}
	c, err := s.Objetos.Comienzo(ctx, d.StoragePath, n)
	if n == 0 {
		return "", c.Version, err
	}
	return TipoVista(d.TipoContenido, c.Bytes), c.Version, err
}

func empieza(con string) func([]byte) bool {
	return func(b []byte) bool { return bytes.HasPrefix(b, []byte(con)) }
}

// esAVIF: a box "ftyp" whose brands, all within it, name AVIF.
func esAVIF(b []byte) bool {
	if len(b) < 16 || string(b[4:8]) != "ftyp" {
		return false
	}
	largo := int(b[0])<<24 | int(b[1])<<16 | int(b[2])<<8 | int(b[3])
	if largo < 16 || largo > len(b) || largo%4 != 0 {
		return false
	}
	for i := 8; i < largo; i += 4 {
		if marca := string(b[i : i+4]); i != 12 && (marca == "avif" || marca == "avis") {
			return true
		}
	}
	return false
}

// esTexto: UTF-8 without control characters, which no sniffing takes for anything else. The last
// character may be cut.
func esTexto(b []byte) bool {
	for n := 1; n < utf8.UTFMax && len(b) == bytesVista && !utf8.Valid(b); n++ {
		if resto := b[:len(b)-n]; utf8.Valid(resto) {
			b = resto
		}
	}
	control := func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\f\r", r) || r == 0x7f }
	return utf8.Valid(b) && !bytes.ContainsFunc(b, control) && http.DetectContentType(b) == textoPlano
}

// EsVisible reports whether a browser may show the file now.
func (d Documento) EsVisible() bool { return d.EsDescargable() && EsTipoVista(d.TipoVista) }
