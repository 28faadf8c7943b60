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

func descarga(t *testing.T, b Backend) {
	contenido := Contenido(10_000)
	obj := sembrar(t, b, contenido)
	url, err := b.Objetos.URLDescarga(t.Context(), obj.Nombre, "diploma.png", "image/png", vigencia)
	exigir(t, err)
	r := bajar(t, url)
	if r.estado != http.StatusOK || !bytes.Equal(r.cuerpo, contenido) {
		t.Fatalf("status %d, %d bytes", r.estado, len(r.cuerpo))
	}
	if tipo := r.cabezas.Get("Content-Type"); tipo != "image/png" {
		t.Errorf("Content-Type %q: the link's type was asked for", tipo)
	}
}

func descargaPorPartes(t *testing.T, b Backend) {
	contenido := Contenido(10_000)
	obj := sembrar(t, b, contenido)
	rango := []documento.Encabezado{{Nombre: "Range", Valor: "bytes=9000-"}}
	r, err := pedir(http.MethodGet, enlaceDe(t, b, obj.Nombre), rango, nil)
	exigir(t, err)
	if r.estado != http.StatusPartialContent || !bytes.Equal(r.cuerpo, contenido[9000:]) {
		t.Errorf("status %d, %d bytes", r.estado, len(r.cuerpo))
	}
}

func nombresDeArchivo(t *testing.T, b Backend) {
	obj := sembrar(t, b, []byte("hola"))
	casos := []struct{ pedido, recibido string }{
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
	for _, c := range casos {
		url, err := b.Objetos.URLDescarga(t.Context(), obj.Nombre, c.pedido, pdf, vigencia)
		exigir(t, err)
		r := bajar(t, url)
		if !r.bien() || string(r.cuerpo) != "hola" {
			t.Errorf("%q: status %d: %s", c.pedido, r.estado, r.cuerpo)
			continue
		}
		forma, datos, err := mime.ParseMediaType(r.cabezas.Get("Content-Disposition"))
		if err != nil || forma != "attachment" || datos["filename"] != c.recibido {
			t.Errorf("%q: %q gives %q (%v), want %q", c.pedido, r.cabezas.Get("Content-Disposition"), datos["filename"], err, c.recibido)
		}
		if r.cabezas.Get("X-Mal") != "" {
			t.Errorf("%q: the name wrote a header", c.pedido)
		}
	}
}

func ausente(t *testing.T, b Backend) {
	nombre := Nombre()
	_, err := b.Objetos.Describir(t.Context(), nombre)
	exigirCodigo(t, "Describir", err, fault.NotFound)
	exigirNada(t, b, nombre)
	if r := bajar(t, enlaceDe(t, b, nombre)); r.estado != http.StatusNotFound {
		t.Errorf("download: status %d, want 404", r.estado)
	}
}
