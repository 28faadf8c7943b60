package diskblob_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Every refusal has its status, and a body in Spanish that says why.
func TestHandlerRefuses(t *testing.T) {
	content := blobtest.NewContent(1000)
	different := blobtest.NewContent(1000)
	cases := []struct {
		what   string
		body   io.Reader
		edit   func(*http.Request)
		status int
		code   string
	}{
		{"no length", io.MultiReader(bytes.NewReader(content)), nil, 411, "BAD_USER_INPUT"},
		{"too long", strings.NewReader(strings.Repeat("x", 1001)), nil, 413, "BAD_USER_INPUT"},
		{"too short", bytes.NewReader(content[1:]), nil, 400, "BAD_USER_INPUT"},
		{"other content", bytes.NewReader(different), nil, 400, "BAD_USER_INPUT"},
		{"other type", bytes.NewReader(content), put("Content-Type", "text/html"), 400, "BAD_USER_INPUT"},
		{"two types", bytes.NewReader(content), func(r *http.Request) { r.Header.Add("Content-Type", "text/html") }, 400, "BAD_USER_INPUT"},
		{"no condition", bytes.NewReader(content), remove("If-None-Match"), 400, "BAD_USER_INPUT"},
		{"no checksum", bytes.NewReader(content), remove("X-Amz-Checksum-Sha256"), 400, "BAD_USER_INPUT"},
		{"unsigned", bytes.NewReader(content), func(r *http.Request) { r.URL.RawQuery = "" }, 403, "FORBIDDEN"},
		{"semicolon", bytes.NewReader(content), func(r *http.Request) { r.URL.RawQuery += ";x" }, 403, "FORBIDDEN"},
		{"POST", bytes.NewReader(content), func(r *http.Request) { r.Method = "POST" }, 405, "BAD_USER_INPUT"},
		{"elsewhere", bytes.NewReader(content), func(r *http.Request) { r.URL.Path = "/objetos/x" }, 404, "NOT_FOUND"},
	}
	b := newStore(t)
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			obj := blobtest.ObjetoOf(blobtest.NewName(), content)
			w := b.send(t, obj, c.body, c.edit)
			requireFalla(t, w, c.status, c.code)
			if exists, err := b.objetos.Existe(t.Context(), obj.Nombre); exists || err != nil {
				t.Errorf("Existe = %v, %v", exists, err)
			}
		})
	}
	if leftovers := b.leftovers(t); len(leftovers) > 0 {
		t.Errorf("left: %q", leftovers)
	}
}

// A client that goes away is not an error of ours: nothing in the log.
func TestHandlerInterruptedCarga(t *testing.T) {
	b := newStore(t)
	var log bytes.Buffer
	b.cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	b.objetos = openStore(t, b.cfg)
	obj := blobtest.ObjetoOf(blobtest.NewName(), blobtest.NewContent(1000))
	w := b.send(t, obj, strings.NewReader("parte"), func(r *http.Request) {
		r.ContentLength = 1000
		r.Body = io.NopCloser(io.MultiReader(r.Body, broken{}))
	})
	requireFalla(t, w, 400, "BAD_USER_INPUT")
	if log.Len() > 0 {
		t.Errorf("logged: %s", &log)
	}
}

// TestHandlerLongCarga: an upload that outlives the server's limit for answers is
// answered all the same.
func TestHandlerLongCarga(t *testing.T) {
	b := newStore(t)
	server := httptest.NewUnstartedServer(b.objetos.Handler(b.serving))
	server.Config.WriteTimeout = time.Nanosecond // over before anything arrives
	server.Start()
	t.Cleanup(server.Close)
	b.url = server.URL
	content := []byte("hola")
	carga, err := b.objetos.PrepararCarga(t.Context(), blobtest.ObjetoOf(blobtest.NewName(), content), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), carga.Metodo, carga.URL, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range carga.Encabezados {
		r.Header.Set(e.Nombre, e.Valor)
	}
	resp, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _ = resp.Body.Close(); resp.StatusCode != http.StatusCreated {
		t.Error(resp.Status)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

// The clock decides, to the millisecond.
func TestHandlerExpiry(t *testing.T) {
	b := newStore(t)
	now := time.Now()
	b.cfg.Clock = func() time.Time { return now }
	b.objetos = openStore(t, b.cfg)
	name := b.store(t, []byte("hola"))
	link, err := b.objetos.URLDescarga(t.Context(), name, "a.txt", "text/plain", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Minute - 2*time.Millisecond)
	if w := b.do("GET", link); w.Code != 200 {
		t.Errorf("just before: status %d", w.Code)
	}
	now = now.Add(2 * time.Millisecond)
	requireFalla(t, b.do("GET", link), 403, "FORBIDDEN")
}

// The explorer lives on the same origin: a file must not become a page of it.
func TestHandlerSafeDescarga(t *testing.T) {
	b := newStore(t)
	page := []byte("<script>alert(1)</script>")
	name := b.store(t, page)
	link, err := b.objetos.URLDescarga(t.Context(), name, "a.html", "text/html", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	w := b.do("GET", link)
	want := map[string]string{
		"Content-Type": "text/html", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store",
		"Content-Security-Policy": "sandbox; default-src 'none'", "Accept-Ranges": "bytes",
		"ETag": `"` + blobtest.ObjetoOf(name, page).Hash + `"`,
	}
	for header, value := range want {
		if w.Header().Get(header) != value {
			t.Errorf("%s: %q, want %q", header, w.Header().Get(header), value)
		}
	}
	if !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment;") {
		t.Errorf("Content-Disposition: %q", w.Header().Get("Content-Disposition"))
	}
	if w := b.do("HEAD", link); w.Code != 200 || w.Body.Len() > 0 || w.Header().Get("Content-Length") != "25" {
		t.Errorf("HEAD: status %d, %v", w.Code, w.Header())
	}
}

// Another key signs nothing here.
func TestHandlerOtherKey(t *testing.T) {
	b := newStore(t)
	name := b.store(t, []byte("hola"))
	foreign := b.cfg
	foreign.Key = bytes.Repeat([]byte{8}, 32)
	link, err := openStore(t, foreign).URLDescarga(t.Context(), name, "a.txt", "text/plain", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	requireFalla(t, b.do("GET", link), 403, "FORBIDDEN")
}

func put(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func remove(name string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Del(name) }
}

// send uploads by a fresh link, changed by edit.
func (b *world) send(t *testing.T, obj documento.Objeto, body io.Reader, edit func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	carga, err := b.objetos.PrepararCarga(t.Context(), obj, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(carga.Metodo, strings.TrimPrefix(carga.URL, b.url), body)
	for _, e := range carga.Encabezados {
		r.Header.Set(e.Nombre, e.Valor)
	}
	if edit != nil {
		edit(r)
	}
	w := httptest.NewRecorder()
	b.objetos.Handler(b.serving).ServeHTTP(w, r)
	return w
}

func (b *world) do(method, link string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	b.objetos.Handler(b.serving).ServeHTTP(w, httptest.NewRequest(method, strings.TrimPrefix(link, b.url), nil))
	return w
}

func requireFalla(t *testing.T, w *httptest.ResponseRecorder, status int, code string) {
	t.Helper()
	var falla struct{ Codigo, Mensaje string }
	if err := json.Unmarshal(w.Body.Bytes(), &falla); err != nil {
		t.Fatalf("status %d, body %q: %v", w.Code, w.Body, err)
	}
	if diff := cmp.Diff([]any{status, code}, []any{w.Code, falla.Codigo}); diff != "" {
		t.Errorf("status, code (-want +got):\n%s", diff)
	}
	if falla.Mensaje == "" {
		t.Error("it says nothing")
	}
	if tipo := w.Header().Get("Content-Type"); !strings.HasPrefix(tipo, "application/json") {
		t.Errorf("Content-Type %q", tipo)
	}
}
