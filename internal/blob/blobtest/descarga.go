package blobtest

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func descargaPlain(t *testing.T, b Backend) {
	content := NewContent(10_000)
	obj := seed(t, b, content)
	url, err := b.Objetos.URLDescarga(t.Context(), obj.Nombre, "diploma.png", "image/png", linkLifetime)
	require(t, err)
	r := download(t, url)
	if r.status != http.StatusOK || !bytes.Equal(r.body, content) {
		t.Fatalf("status %d, %d bytes", r.status, len(r.body))
	}
	if tipo := r.header.Get("Content-Type"); tipo != "image/png" {
		t.Errorf("Content-Type %q: the link's type was asked for", tipo)
	}
	requireNotKept(t, r)
}

// requireNotKept: nobody on the way keeps a file, also if its client said at the upload that they may.
func requireNotKept(t *testing.T, r answer) {
	t.Helper()
	if got := r.header.Get("Cache-Control"); got != "private, no-store" {
		t.Errorf("Cache-Control %q", got)
	}
}

func descargaInParts(t *testing.T, b Backend) {
	content := NewContent(10_000)
	obj := seed(t, b, content)
	span := []documento.Encabezado{{Nombre: "Range", Valor: "bytes=9000-"}}
	r, err := do(http.MethodGet, linkOf(t, b, obj.Nombre), span, nil)
	require(t, err)
	if r.status != http.StatusPartialContent || !bytes.Equal(r.body, content[9000:]) {
		t.Errorf("status %d, %d bytes", r.status, len(r.body))
	}
}

func namesOfFiles(t *testing.T, b Backend) {
	obj := seed(t, b, []byte("hola"))
	cases := []struct{ request, received string }{
		{"Certificado de año ñandú.pdf", "Certificado de año ñandú.pdf"},
		{`di"plo'ma; x=y.pdf`, `di"plo'ma; x=y.pdf`},
		{"100% real & más + menos.pdf", "100% real & más + menos.pdf"},
		{"salto\r\nX-Mal: 1.pdf", "saltoX-Mal: 1.pdf"},
		{"../../etc/passwd", "_.._etc_passwd"},
		{`c:\temp\a.pdf`, `c:_temp_a.pdf`},
		{"factura\u202Efdp.exe", "facturafdp.exe"},
		{"mal\xffo.pdf", "malo.pdf"},
		{" \r\n ", "documento"},
		{"", "documento"},
		{strings.Repeat("ñ", 300) + ".pdf", strings.Repeat("ñ", 98) + ".pdf"},
		{"CON.pdf", "_CON.pdf"},
		{"..", "documento"},
		{"\u2066oculto\u2069.\u2028pdf", "oculto.pdf"},
		{"日本語 📄.pdf", "日本語 📄.pdf"},
	}
	for _, c := range cases {
		url, err := b.Objetos.URLDescarga(t.Context(), obj.Nombre, c.request, pdf, linkLifetime)
		require(t, err)
		r := download(t, url)
		if !r.ok() || string(r.body) != "hola" {
			t.Errorf("%q: status %d: %s", c.request, r.status, r.body)
			continue
		}
		shape, data, err := mime.ParseMediaType(r.header.Get("Content-Disposition"))
		if err != nil || shape != "attachment" || data["filename"] != c.received {
			t.Errorf("%q: %q gives %q (%v), want %q", c.request, r.header.Get("Content-Disposition"), data["filename"], err, c.received)
		}
		if r.header.Get("X-Mal") != "" {
			t.Errorf("%q: the name wrote a header", c.request)
		}
	}
}

func notFound(t *testing.T, b Backend) {
	name := NewName()
	_, err := b.Objetos.Describir(t.Context(), name)
	requireCode(t, "Describir", err, fault.NotFound)
	requireNothing(t, b, name)
	if r := download(t, linkOf(t, b, name)); r.status != http.StatusNotFound {
		t.Errorf("download: status %d, want 404", r.status)
	}
}
