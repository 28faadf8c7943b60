package diskblob_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestEveryUseIsToldBeforeItsBytes: a download, a view, a range, a look at the head alone. A use that is refused
// shows nothing of the file, and a link that is not good is none.
func TestEveryUseIsToldBeforeItsBytes(t *testing.T) {
	b := newStore(t)
	var told []documento.Salida
	var refuse error
	b.serving.Served = func(_ context.Context, u documento.Salida) error {
		told = append(told, u)
		return refuse
	}
	b.objetos = openStore(t, b.cfg)
	name := b.store(t, blobtest.NewContent(1000))
	ctx := auditoria.WithCorrelacion(t.Context(), "solicitud-1")
	download, err := b.objetos.URLDescarga(ctx, name, "a.pdf", "application/pdf", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	view, err := b.objetos.URLVista(ctx, name, "a.pdf", "application/pdf", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, url, ranges string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, strings.TrimPrefix(url, b.url), nil)
		if ranges != "" {
			r.Header.Set("Range", ranges)
		}
		w := httptest.NewRecorder()
		b.objetos.Handler(b.serving).ServeHTTP(w, r)
		return w
	}
	for _, c := range []struct {
		method, url, ranges string
		status              int
		view                bool
	}{
		{"GET", download, "", 200, false}, {"GET", view, "", 200, true}, {"HEAD", download, "", 200, false},
		{"GET", view, "bytes=0-9", 206, true}, {"GET", download, "bytes=0-1,5-6", 206, false}, {"GET", view, "bytes=5000-", 416, true},
	} {
		told = nil
		w := ask(c.method, c.url, c.ranges)
		if w.Code != c.status || len(told) != 1 || told[0].Vista != c.view || told[0].Solicitud != "solicitud-1" || documento.NombreObjeto(told[0].Clave) != name || told[0].Firma == "" {
			t.Errorf("%s %s: status %d, told %+v", c.method, c.ranges, w.Code, told)
		}
	}
	told, refuse = nil, fault.Plain(fault.Unavailable)
	for _, method := range []string{"GET", "HEAD"} {
		w := ask(method, download, "")
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("ETag") != "" || w.Header().Get("Content-Disposition") != "" || w.Body.Len() >= 1000 {
			t.Errorf("%s, refused: status %d, %v, %d bytes", method, w.Code, w.Header(), w.Body.Len())
		}
	}
	told, refuse = nil, nil
	for _, bad := range []string{download + "x", strings.Replace(download, "solicitud-1", "solicitud-2", 1), strings.Replace(download, name, blobtest.NewName(), 1)} {
		if w := ask("GET", bad, ""); w.Code != http.StatusForbidden || len(told) > 0 {
			t.Errorf("%s: status %d, told %+v", bad, w.Code, told)
		}
	}
	if other, err := b.objetos.URLDescarga(t.Context(), name, "a.pdf", "application/pdf", time.Minute); err != nil || ask("GET", other, "").Code != 200 || told[0].Solicitud != "" {
		t.Errorf("a link of no request: %v, %+v", err, told)
	}
}
