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

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Every refusal has its status, and a body in Spanish that says why.
func TestHandlerRechaza(t *testing.T) {
	contenido := blobtest.Contenido(1000)
	distinto := blobtest.Contenido(1000)
	casos := []struct {
		que    string
		cuerpo io.Reader
		editar func(*http.Request)
		estado int
		codigo string
	}{
		{"no length", io.MultiReader(bytes.NewReader(contenido)), nil, 411, "BAD_USER_INPUT"},
		{"too long", strings.NewReader(strings.Repeat("x", 1001)), nil, 413, "BAD_USER_INPUT"},
		{"too short", bytes.NewReader(contenido[1:]), nil, 400, "BAD_USER_INPUT"},
		{"other content", bytes.NewReader(distinto), nil, 400, "BAD_USER_INPUT"},
		{"other type", bytes.NewReader(contenido), poner("Content-Type", "text/html"), 400, "BAD_USER_INPUT"},
		{"two types", bytes.NewReader(contenido), func(r *http.Request) { r.Header.Add("Content-Type", "text/html") }, 400, "BAD_USER_INPUT"},
		{"no condition", bytes.NewReader(contenido), quitar("If-None-Match"), 400, "BAD_USER_INPUT"},
		{"no checksum", bytes.NewReader(contenido), quitar("X-Amz-Checksum-Sha256"), 400, "BAD_USER_INPUT"},
		{"unsigned", bytes.NewReader(contenido), func(r *http.Request) { r.URL.RawQuery = "" }, 403, "FORBIDDEN"},
		{"semicolon", bytes.NewReader(contenido), func(r *http.Request) { r.URL.RawQuery += ";x" }, 403, "FORBIDDEN"},
		{"POST", bytes.NewReader(contenido), func(r *http.Request) { r.Method = "POST" }, 405, "BAD_USER_INPUT"},
		{"elsewhere", bytes.NewReader(contenido), func(r *http.Request) { r.URL.Path = "/objetos/x" }, 404, "NOT_FOUND"},
	}
	b := nuevo(t)
	for _, c := range casos {
		t.Run(c.que, func(t *testing.T) {
			obj := blobtest.ObjetoDe(blobtest.Nombre(), contenido)
			w := b.enviar(t, obj, c.cuerpo, c.editar)
			exigirFalla(t, w, c.estado, c.codigo)
			if existe, err := b.objetos.Existe(t.Context(), obj.Nombre); existe || err != nil {
				t.Errorf("Existe = %v, %v", existe, err)
			}
		})
	}
	if restos := b.restos(t); len(restos) > 0 {
		t.Errorf("left: %q", restos)
	}
}

func TestHandlerCreaUnaVez(t *testing.T) {
	b := nuevo(t)
	contenido := []byte("hola")
	obj := blobtest.ObjetoDe(blobtest.Nombre(), contenido)
	if w := b.enviar(t, obj, bytes.NewReader(contenido), nil); w.Code != 201 || w.Body.Len() > 0 {
		t.Errorf("status %d, body %q", w.Code, w.Body)
	}
	exigirFalla(t, b.enviar(t, obj, bytes.NewReader(contenido), nil), 412, "CONFLICT")
}

// A client that goes away is not an error of ours: nothing in the log.
func TestHandlerCargaInterrumpida(t *testing.T) {
	b := nuevo(t)
	var log bytes.Buffer
	b.cfg.Registro = slog.New(slog.NewTextHandler(&log, nil))
	b.objetos = abrir(t, b.cfg)
	obj := blobtest.ObjetoDe(blobtest.Nombre(), blobtest.Contenido(1000))
	w := b.enviar(t, obj, strings.NewReader("parte"), func(r *http.Request) {
		r.ContentLength = 1000
		r.Body = io.NopCloser(io.MultiReader(r.Body, roto{}))
	})
	exigirFalla(t, w, 400, "BAD_USER_INPUT")
	if log.Len() > 0 {
		t.Errorf("logged: %s", &log)
	}
}

// TestHandlerCargaLarga: an upload that outlives the server's limit for answers is
// answered all the same.
func TestHandlerCargaLarga(t *testing.T) {
	b := nuevo(t)
	servidor := httptest.NewUnstartedServer(b.objetos.Handler())
	servidor.Config.WriteTimeout = time.Nanosecond // over before anything arrives
	servidor.Start()
	t.Cleanup(servidor.Close)
	b.url = servidor.URL
	contenido := []byte("hola")
	carga, err := b.objetos.PrepararCarga(t.Context(), blobtest.ObjetoDe(blobtest.Nombre(), contenido), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), carga.Metodo, carga.URL, bytes.NewReader(contenido))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range carga.Encabezados {
		r.Header.Set(e.Nombre, e.Valor)
	}
	resp, err := servidor.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _ = resp.Body.Close(); resp.StatusCode != http.StatusCreated {
		t.Error(resp.Status)
	}
}

type roto struct{}

func (roto) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

// The clock decides, to the millisecond.
func TestHandlerVencimiento(t *testing.T) {
	b := nuevo(t)
	ahora := time.Now()
	b.cfg.Reloj = func() time.Time { return ahora }
	b.objetos = abrir(t, b.cfg)
	nombre := b.guardar(t, []byte("hola"))
	enlace, err := b.objetos.URLDescarga(t.Context(), nombre, "a.txt", "text/plain", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	ahora = ahora.Add(time.Minute - 2*time.Millisecond)
	if w := b.pedir("GET", enlace); w.Code != 200 {
		t.Errorf("just before: status %d", w.Code)
	}
	ahora = ahora.Add(2 * time.Millisecond)
	exigirFalla(t, b.pedir("GET", enlace), 403, "FORBIDDEN")
}

// The explorer lives on the same origin: a file must not become a page of it.
func TestHandlerDescargaSegura(t *testing.T) {
	b := nuevo(t)
	pagina := []byte("<script>alert(1)</script>")
	nombre := b.guardar(t, pagina)
	enlace, err := b.objetos.URLDescarga(t.Context(), nombre, "a.html", "text/html", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	w := b.pedir("GET", enlace)
	quiere := map[string]string{
		"Content-Type": "text/html", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store",
		"Content-Security-Policy": "sandbox; default-src 'none'", "Accept-Ranges": "bytes",
		"ETag": `"` + blobtest.ObjetoDe(nombre, pagina).Hash + `"`,
	}
	for cabeza, valor := range quiere {
		if w.Header().Get(cabeza) != valor {
			t.Errorf("%s: %q, want %q", cabeza, w.Header().Get(cabeza), valor)
		}
	}
	if !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment;") {
		t.Errorf("Content-Disposition: %q", w.Header().Get("Content-Disposition"))
	}
	if w := b.pedir("HEAD", enlace); w.Code != 200 || w.Body.Len() > 0 || w.Header().Get("Content-Length") != "25" {
		t.Errorf("HEAD: status %d, %v", w.Code, w.Header())
	}
}

// Another key signs nothing here.
func TestHandlerOtraClave(t *testing.T) {
	b := nuevo(t)
	nombre := b.guardar(t, []byte("hola"))
	ajena := b.cfg
	ajena.Clave = bytes.Repeat([]byte{8}, 32)
	enlace, err := abrir(t, ajena).URLDescarga(t.Context(), nombre, "a.txt", "text/plain", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	exigirFalla(t, b.pedir("GET", enlace), 403, "FORBIDDEN")
}

func poner(nombre, valor string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(nombre, valor) }
}

func quitar(nombre string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Del(nombre) }
}

// enviar uploads by a fresh link, changed by editar.
func (b *banco) enviar(t *testing.T, obj documento.Objeto, cuerpo io.Reader, editar func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	carga, err := b.objetos.PrepararCarga(t.Context(), obj, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(carga.Metodo, strings.TrimPrefix(carga.URL, b.url), cuerpo)
	for _, e := range carga.Encabezados {
		r.Header.Set(e.Nombre, e.Valor)
	}
	if editar != nil {
		editar(r)
	}
	w := httptest.NewRecorder()
	b.objetos.Handler().ServeHTTP(w, r)
	return w
}

func (b *banco) pedir(metodo, enlace string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	b.objetos.Handler().ServeHTTP(w, httptest.NewRequest(metodo, strings.TrimPrefix(enlace, b.url), nil))
	return w
}

func exigirFalla(t *testing.T, w *httptest.ResponseRecorder, estado int, codigo string) {
	t.Helper()
	var falla struct{ Codigo, Mensaje string }
	if err := json.Unmarshal(w.Body.Bytes(), &falla); err != nil {
		t.Fatalf("status %d, body %q: %v", w.Code, w.Body, err)
	}
	if w.Code != estado || falla.Codigo != codigo || falla.Mensaje == "" {
		t.Errorf("got %d %+v, want %d %s", w.Code, falla, estado, codigo)
	}
	if tipo := w.Header().Get("Content-Type"); !strings.HasPrefix(tipo, "application/json") {
		t.Errorf("Content-Type %q", tipo)
	}
}
