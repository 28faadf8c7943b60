package documento_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// TestTipoVista: the announced type and the bytes must agree; nothing else is shown.
func TestTipoVista(t *testing.T) {
	const (
		png  = "\x89PNG\r\n\x1a\n"
		avif = "\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00avifmiaf"
		html = "<!doctype html><script>alert(1)</script>"
		svg  = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
	)
	texto := "text/plain; charset=utf-8"
	for _, c := range []struct{ anunciado, comienzo, quiero string }{
		{"application/pdf", "%PDF-1.7\n", "application/pdf"},
		{"Application/PDF; x=y", "%PDF-1.7\n", "application/pdf"},
		{"application/pdf", html, ""},
		{"application/pdf", " %PDF-1.7", ""},
		{"image/png", png + "resto", "image/png"},
		{"image/png", "%PDF-", ""},
		{"image/png", "", ""},
		{"image/jpeg", "\xff\xd8\xff\xe0", "image/jpeg"},
		{"image/gif", "GIF89a;", "image/gif"},
		{"image/gif", "GIF88a", ""},
		{"image/webp", "RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"},
		{"image/webp", "RIFF\x10\x00\x00\x00WAVEfmt ", ""},
		{"image/avif", avif, "image/avif"},
		{"image/avif", strings.Replace(avif, "avifmiaf", "heicmiaf", 1), ""},
		{"image/avif", "\xff\xff\xff\xffftypavif", ""},
		{"text/plain", "Hola, año\n", texto},
		{"text/plain; charset=UTF-8", "Hola", texto},
		{"text/plain; charset=utf-16", "Hola", ""},
		{"text/plain", html, ""},
		{"text/plain", "  \n" + html, ""},
		{"text/plain", "a\x00b", ""},
		{"text/plain", "a\x1b[2Jb", ""},
		{"text/plain", "a\xf1o", ""},
		{"text/plain", strings.Repeat("a", 4095) + "\xc3", texto}, // cut within a character
		{"text/plain", strings.Repeat("a", 4096), texto},
		{"text/plain", "%PDF-1.4", ""},
		{"text/plain", "", texto},
		{"text/html", html, ""},
		{"image/svg+xml", svg, ""},
		{"text/xml", "<?xml version='1.0'?>", ""},
		{"application/octet-stream", png, ""},
		{"nonsense", png, ""},
	} {
		if got := documento.TipoVista(c.anunciado, []byte(c.comienzo)); got != c.quiero {
			t.Errorf("%q with %.20q: %q, want %q", c.anunciado, c.comienzo, got, c.quiero)
		}
		if c.quiero != "" && !documento.EsTipoVista(c.quiero) {
			t.Errorf("EsTipoVista(%q) = false", c.quiero)
		}
	}
	for _, tipo := range []string{"", "text/html", "image/svg+xml", "text/plain", "text/plain; charset=utf-16", "image/png; x"} {
		if documento.EsTipoVista(tipo) {
			t.Errorf("EsTipoVista(%q) = true", tipo)
		}
	}
}
