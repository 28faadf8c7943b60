package blobtest

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// viewPlain: a link to look at a file says what it is, and that it is to be shown. What a browser
// could run is never signed.
func viewPlain(t *testing.T, b Backend) {
	content := NewContent(1000)
	obj := seed(t, b, content)
	for _, viewType := range []string{"application/pdf", "image/png", "text/plain; charset=utf-8"} {
		url, err := b.Objetos.URLVista(t.Context(), obj.Nombre, "año.pdf", viewType, linkLifetime)
		require(t, err)
		r := download(t, url)
		if r.status != http.StatusOK || !bytes.Equal(r.body, content) {
			t.Fatalf("%s: status %d, %d bytes", viewType, r.status, len(r.body))
		}
		if got := r.header.Get("Content-Type"); got != viewType {
			t.Errorf("Content-Type %q, want %q", got, viewType)
		}
		if got := r.header.Get("Content-Disposition"); !strings.HasPrefix(got, "inline;") || !strings.Contains(got, "a%C3%B1o.pdf") {
			t.Errorf("Content-Disposition %q", got)
		}
		requireNotKept(t, r)
		for what, link := range manipulations(url, obj.Nombre) {
			requireRefusal(t, "GET "+what, download(t, link))
		}
	}
	for _, active := range []string{"text/html", "image/svg+xml", "text/xml", "application/xhtml+xml", "text/plain", ""} {
		_, err := b.Objetos.URLVista(t.Context(), obj.Nombre, "a", active, linkLifetime)
		requireCode(t, "URLVista of "+active, err, fault.BadUserInput)
	}
}

// ranges: 206 and 416, and no range makes a store send more than the file and a little.
func ranges(t *testing.T, b Backend) {
	content := NewContent(10_000)
	obj := seed(t, b, content)
	whole := http.StatusOK
	for _, c := range []struct {
		ranges string
		status int
		body   []byte
	}{
		{"bytes=0-0", http.StatusPartialContent, content[:1]},
		{"bytes=9990-", http.StatusPartialContent, content[9990:]},
		{"bytes=-5", http.StatusPartialContent, content[9995:]},
		{"bytes=5000-20000", http.StatusPartialContent, content[5000:]},
		{"bytes=10000-", http.StatusRequestedRangeNotSatisfiable, nil},
	} {
		r, err := do(http.MethodGet, linkOf(t, b, obj.Nombre), []documento.Encabezado{{Nombre: "Range", Valor: c.ranges}}, nil)
		require(t, err)
		if r.status != c.status || c.body != nil && !bytes.Equal(r.body, c.body) {
			t.Errorf("%s: status %d, %d bytes", c.ranges, r.status, len(r.body))
		}
	}
	tag := download(t, linkOf(t, b, obj.Nombre)).header.Get("ETag")
	same := []documento.Encabezado{{Nombre: "Range", Valor: "bytes=9000-"}, {Nombre: "If-Range", Valor: tag}}
	if r, err := do(http.MethodGet, linkOf(t, b, obj.Nombre), same, nil); err != nil || r.status != http.StatusPartialContent {
		t.Errorf("If-Range of this file: status %d, %v", r.status, err)
	}
	refused, body := whole, content
	if b.IgnoresIfRange {
		refused, body = http.StatusPartialContent, content[9000:]
	}
	for _, other := range []string{`"0123456789abcdef0123456789abcdef"`, "W/" + tag, "Mon, 02 Jan 2006 15:04:05 GMT"} {
		another := []documento.Encabezado{{Nombre: "Range", Valor: "bytes=9000-"}, {Nombre: "If-Range", Valor: other}}
		r, err := do(http.MethodGet, linkOf(t, b, obj.Nombre), another, nil)
		if err != nil || r.status != refused || !bytes.Equal(r.body, body) {
			t.Errorf("If-Range of another file, %s: status %d, %d bytes, %v", other, r.status, len(r.body), err)
		}
	}
	many := "bytes=" + strings.Repeat("0-0,", 15_000) + "0-0" // 60 KB
	r, err := do(http.MethodGet, linkOf(t, b, obj.Nombre), []documento.Encabezado{{Nombre: "Range", Valor: many}}, nil)
	if err == nil && (len(r.body) > len(content) || r.status < 400 && r.status != whole && r.status != http.StatusPartialContent) {
		t.Errorf("15,000 ranges: status %d, %d bytes", r.status, len(r.body))
	}
}

// beginnings: as many bytes as are asked for, or as there are.
func beginnings(t *testing.T, b Backend) {
	content := NewContent(10_000)
	obj := seed(t, b, content)
	empty := seed(t, b, nil)
	for _, n := range []int64{0, 1, 4096, 10_000, 20_000} {
		got, err := b.Objetos.Comienzo(t.Context(), obj.Nombre, n)
		require(t, err)
		if !bytes.Equal(got.Bytes, content[:min(n, 10_000)]) {
			t.Errorf("%d: %d bytes", n, len(got.Bytes))
		}
		got, err = b.Objetos.Comienzo(t.Context(), empty.Nombre, n)
		require(t, err)
		if len(got.Bytes) > 0 {
			t.Errorf("%d bytes of an empty file", len(got.Bytes))
		}
	}
	_, err := b.Objetos.Comienzo(t.Context(), NewName(), 10)
	requireCode(t, "Comienzo of none", err, fault.NotFound)
	_, err = b.Objetos.Comienzo(t.Context(), "../x", 10)
	requireCode(t, "Comienzo of a bad name", err, fault.BadUserInput)
}
