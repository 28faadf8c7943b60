package codes_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
)

// The end of the holder's number stands beside their name, where the owner shows it and the number is one.
func TestTheEndOfTheHoldersNumber(t *testing.T) {
	for citizen, want := range map[string]string{"1020304050": "••••••4050", "0190a1b2-0000-7000-8000-000000000000": "", "CE-1020304050": ""} {
		s := newShopFor(t, []byte("folio"), "application/pdf", citizen)
		_, named := s.code(func(p *codigo.Pedido) { p.MostrarTitular = true })
		if a := s.shown(s.use(named)); a.Titular != "Ana Ruiz" || a.Identificacion != want {
			t.Errorf("%s: %q %q, want %q", citizen, a.Titular, a.Identificacion, want)
		}
		_, unnamed := s.code(nil)
		if a := s.shown(s.use(unnamed)); a.Titular != "" || a.Identificacion != "" {
			t.Errorf("%s: without the name: %q %q", citizen, a.Titular, a.Identificacion)
		}
	}
}

// The page says times in the zone in which a day of a paper begins.
func TestTheZoneOfThePage(t *testing.T) {
	s := newShop(t, []byte("folio"))
	_, code := s.code(nil)
	if a := s.shown(s.use(code)); a.Zona != "UTC" {
		t.Errorf("without a setting: %q", a.Zona)
	}
	bogota, err := time.LoadLocation("America/Bogota")
	s.good(err)
	s.Codigos.Documentos.Zona = bogota
	if a := s.shown(s.use(code)); a.Zona != "America/Bogota" {
		t.Errorf("in Colombia: %q", a.Zona)
	}
}

// partsOf are the files in a ZIP.
func partsOf(t *testing.T, w *httptest.ResponseRecorder) map[string]string {
	t.Helper()
	body := w.Body.Bytes()
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatalf("%d %s: %v", w.Code, body, err)
	}
	parts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(text)
	}
	return parts
}

func keeps(p *codigo.Pedido) { p.ConCopiaVerificable = true }

// Whoever has such a code keeps the verifiable file; the holder is in it if the code names them. The owner learns of the
// copy beside the file.
func TestACopyIsKept(t *testing.T) {
	s := newShop(t, []byte("folio"))
	_, unnamed := s.code(keeps)
	_, named := s.code(func(p *codigo.Pedido) { p.ConCopiaVerificable, p.MostrarTitular = true, true })
	for code, holder := range map[string]string{unnamed: "", named: "1020304050"} {
		a := s.shown(s.use(code))
		before := s.looks()[auditoria.ArchivoServido]
		s.send(http.MethodGet, a.Archivo.Direccion, "")
		w := s.send(http.MethodGet, a.Archivo.Copia, "")
		parts := partsOf(t, w)
		if parts["documento/diploma.pdf"] != "folio" || !strings.Contains(parts["titular.json"], holder) || (parts["titular.json"] != "") != (holder != "") {
			t.Errorf("the copy of the holder %q has %v", holder, parts)
		}
		if name := w.Header().Get("Content-Disposition"); !strings.Contains(name, "attachment") || !strings.Contains(name, "diploma.verificable.zip") {
			t.Errorf("saved as %s", name)
		}
		if n := s.looks()[auditoria.ArchivoServido] - before; n != 2 {
			t.Errorf("%d events of the file and its copy", n)
		}
	}
}

// No copy leaves by a code that does not allow one, whatever its pass is for, or after the code or its document ended.
func TestNoCopyIsKept(t *testing.T) {
	s := newShop(t, []byte("folio"))
	refused := func(why, address string) {
		t.Helper()
		before := s.looks()[auditoria.ArchivoServido]
		if w := s.send(http.MethodGet, address, ""); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "folio") {
			t.Errorf("%s: %d %s", why, w.Code, w.Body)
		}
		if w := s.send(http.MethodGet, address, "", "Accept", "text/html"); w.Header().Get("Location") != "/v/?archivo" {
			t.Errorf("%s: a person who opens it reads %d %v", why, w.Code, w.Header())
		}
		if n := s.looks()[auditoria.ArchivoServido]; n != before {
			t.Errorf("%s: it is in the trail", why)
		}
	}
	_, without := s.code(nil)
	a := s.shown(s.use(without))
	if a.Archivo.Copia != "" {
		t.Errorf("a code without a copy offers %s", a.Archivo.Copia)
	}
	refused("a code without a copy", strings.Replace(a.Archivo.Direccion, "/v/archivo?", "/v/copia?", 1))
	refused("no pass", "/v/copia")
	c, code := s.code(keeps)
	ended := s.shown(s.use(code)).Archivo.Copia
	_, err := s.Codigos.Terminar(t.Context(), s.owner(), c.Nombre())
	s.good(err)
	refused("a code that was ended", ended)
	_, late := s.code(keeps)
	address := s.shown(s.use(late)).Archivo.Copia
	s.pass(codigo.VidaDePase)
	refused("a pass that is over", address)
	_, revoked := s.code(keeps)
	address = s.shown(s.use(revoked)).Archivo.Copia
	s.revoke()
	refused("a document that was revoked", address)
	if a := s.shown(s.use(revoked)); a.EstadoJuridico != "REVOCADO" || a.Archivo != nil {
		t.Errorf("after the revocation: %+v", a)
	}

	s = newShop(t, []byte("folio"))
	_, locked := s.code(keeps)
	address = s.shown(s.use(locked)).Archivo.Copia
	s.lock()
	refused("a document that is being deleted", address)
}
