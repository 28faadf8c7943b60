package site_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

const (
	aPNG = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	aSVG = `<?xml version="1.0"?><!-- of the operador --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
)

// TestLogo: the content says what a picture is, whatever its file is called; an SVG that is opened by itself runs nothing.
func TestLogo(t *testing.T) {
	for content, kind := range map[string]string{aPNG: "image/png", "\xff\xd8\xff\xe0": "image/jpeg", "RIFF0000WEBPVP8 ": "image/webp", aSVG: "image/svg+xml"} {
		logo, err := site.ReadLogo(written(t, content))
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		h := site.New(site.Config{API: http.NotFoundHandler(), Logo: logo})
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+logo.Address(), nil))
		if w.Code != 200 || w.Body.String() != content || w.Header().Get("Content-Type") != kind || w.Header().Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") || !strings.Contains(w.Header().Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %d %q %v", kind, w.Code, w.Body, w.Header())
		}
		r := httptest.NewRequest(http.MethodGet, "http://localhost"+logo.Address(), nil)
		r.Header.Set("If-None-Match", w.Header().Get("ETag"))
		again := httptest.NewRecorder()
		if h.ServeHTTP(again, r); again.Code != http.StatusNotModified {
			t.Errorf("%s, again: %d", kind, again.Code)
		}
	}
}

func TestNoLogo(t *testing.T) {
	for content, says := range map[string]string{
		"<html><svg></svg></html>":             "no PNG",
		"<svg>":                                "no PNG", // it never ends
		"":                                     "no PNG",
		aPNG + strings.Repeat("\x00", 64<<10):  "more than 64 KiB",
		"GIF89a" + strings.Repeat("\x00", 100): "no PNG",
	} {
		if _, err := site.ReadLogo(written(t, content)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.20q: %v", content, err)
		}
	}
	if _, err := site.ReadLogo(filepath.Join(t.TempDir(), "logo.png")); !os.IsNotExist(err) {
		t.Error(err)
	}
	w := httptest.NewRecorder()
	site.New(site.Config{API: http.NotFoundHandler()}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/identidad/logo", nil))
	if w.Code != http.StatusNotFound {
		t.Error(w.Code)
	}
}

func written(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "logo.bin")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
