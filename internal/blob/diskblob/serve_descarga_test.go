package diskblob_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
)

const page = "https://app.example"

// TestViewIsSandboxed: what is shown on this origin is a picture or a text, never a page of it.
func TestViewIsSandboxed(t *testing.T) {
	b := newStore(t)
	b.serving.Origins = []string{page}
	b.objetos = openStore(t, b.cfg)
	name := b.store(t, []byte("<script>alert(1)</script>"))
	link, err := b.objetos.URLVista(t.Context(), name, "a.txt", "text/plain; charset=utf-8", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	h := b.do("GET", link).Header()
	for header, value := range map[string]string{
		"Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store",
		"Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' " + page, "X-Frame-Options": "",
	} {
		if h.Get(header) != value {
			t.Errorf("%s: %q, want %q", header, h.Get(header), value)
		}
	}
	for _, without := range []string{"allow-scripts", "allow-same-origin"} {
		if strings.Contains(h.Get("Content-Security-Policy"), without) {
			t.Errorf("the sandbox has %s", without)
		}
	}
}

// TestPicturesOfAllowedPages: a picture is for pages of the allowed origins, and for no other.
func TestPicturesOfAllowedPages(t *testing.T) {
	b := newStore(t)
	b.serving.Origins = []string{page}
	b.objetos = openStore(t, b.cfg)
	name := b.store(t, blobtest.NewContent(10))
	link, err := b.objetos.URLVista(t.Context(), name, "a.png", "image/png", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for referer, want := range map[string]string{
		page + "/": "cross-origin", page + "/a/b?c": "cross-origin", page: "cross-origin",
		"": "same-origin", "https://other.example/": "same-origin", page + ".evil/": "same-origin", "http://app.example/": "same-origin",
		"https://app.example:444/": "same-origin", "https://x@app.example.evil/": "same-origin", "::": "same-origin",
	} {
		r := httptest.NewRequest(http.MethodGet, strings.TrimPrefix(link, b.url), nil)
		r.Header.Set("Referer", referer)
		w := httptest.NewRecorder()
		b.objetos.Handler(b.serving).ServeHTTP(w, r)
		if got := w.Header().Get("Cross-Origin-Resource-Policy"); got != want {
			t.Errorf("from %q: %q, want %q", referer, got, want)
		}
	}
}

// TestManyRanges: eight are served; a header of 60 KB costs one file.
func TestManyRanges(t *testing.T) {
	b := newStore(t)
	name := b.store(t, blobtest.NewContent(1000))
	link, err := b.objetos.URLDescarga(t.Context(), name, "a", "image/png", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for ranges, want := range map[string]int{
		"bytes=0-0,2-2,4-4,6-6,8-8,10-10,12-12,14-14":       http.StatusPartialContent,
		"bytes=0-0,2-2,4-4,6-6,8-8,10-10,12-12,14-14,16-16": http.StatusOK,
		"bytes=" + strings.Repeat("0-0,", 15_000) + "0-0":   http.StatusOK,
		"bytes=" + strings.Repeat(" ", 60_000) + "0-0":      http.StatusOK,
		"bytes=1000-": http.StatusRequestedRangeNotSatisfiable,
	} {
		r := httptest.NewRequest(http.MethodGet, strings.TrimPrefix(link, b.url), nil)
		r.Header.Set("Range", ranges)
		w := httptest.NewRecorder()
		b.objetos.Handler(b.serving).ServeHTTP(w, r)
		if w.Code != want || w.Body.Len() > 3000 {
			t.Errorf("%.60q: status %d, %d bytes; want %d", ranges, w.Code, w.Body.Len(), want)
		}
	}
}
