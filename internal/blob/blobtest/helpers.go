package blobtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	pdf          = "application/pdf"
	linkLifetime = 5 * time.Minute
	patient      = 30 * time.Second // how long a poll goes on before it fails
)

// NewName is a fresh object name.
func NewName() string { return NameIn(uuid.NewString()) }

// NameIn is a fresh object name in a carpeta.
func NameIn(carpetaID string) string {
	return documento.NombreObjeto(documento.Clave{CarpetaID: carpetaID, DocumentoID: uuid.NewString()})
}

// CarpetaOf is the carpeta of an object name.
func CarpetaOf(name string) string {
	carpetaID, _, _ := strings.Cut(name, "/")
	return carpetaID
}

// NewContent is a file of random bytes.
func NewContent(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

// ObjetoOf describes a file as a client would announce it.
func ObjetoOf(name string, content []byte) documento.Objeto {
	checksum := sha256.Sum256(content)
	return documento.Objeto{
		Nombre: name, Hash: hex.EncodeToString(checksum[:]),
		TamanoBytes: int64(len(content)), TipoContenido: pdf,
	}
}

// answer is an HTTP answer, read to its end.
type answer struct {
	status int
	body   []byte
	header http.Header
}

func (r answer) ok() bool { return r.status >= 200 && r.status < 300 }

// client has no memory: every request is a connection of its own, so none is
// left when the test ends.
var client = &http.Client{Timeout: patient, Transport: &http.Transport{DisableKeepAlives: true}}

func do(method, url string, headers []documento.Encabezado, body io.Reader) (answer, error) {
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		return answer{}, err
	}
	for _, e := range headers {
		req.Header.Set(e.Nombre, e.Valor)
	}
	resp, err := client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, text, resp.Header}, err
}

// upload does what Carga says.
func upload(t *testing.T, c documento.Carga, content []byte) answer {
	t.Helper()
	r, err := do(c.Metodo, c.URL, c.Encabezados, bytes.NewReader(content))
	if err != nil {
		t.Fatalf("upload: %v", err)
	}
	return r
}

// receive does what a confirmation does with an upload.
func receive(t *testing.T, b Backend, obj documento.Objeto) {
	t.Helper()
	give, err := b.Objetos.Recibida(t.Context(), obj)
	require(t, err)
	if give != nil {
		require(t, give(t.Context()))
	}
	require(t, b.Objetos.CerrarCarga(t.Context(), obj.Nombre))
}

func download(t *testing.T, url string) answer {
	t.Helper()
	r, err := do(http.MethodGet, url, nil, nil)
	if err != nil {
		t.Fatalf("download: %v", err)
	}
	return r
}

func prepare(t *testing.T, b Backend, obj documento.Objeto) documento.Carga {
	t.Helper()
	c, err := b.Objetos.PrepararCarga(t.Context(), obj, linkLifetime)
	require(t, err)
	return c
}

// seed stores a file and returns its description.
func seed(t *testing.T, b Backend, content []byte) documento.Objeto {
	t.Helper()
	obj := ObjetoOf(NewName(), content)
	require(t, b.Objetos.Guardar(t.Context(), obj, bytes.NewReader(content)))
	return obj
}

func linkOf(t *testing.T, b Backend, name string) string {
	t.Helper()
	url, err := b.Objetos.URLDescarga(t.Context(), name, "archivo.pdf", pdf, linkLifetime)
	require(t, err)
	return url
}

func read(t *testing.T, b Backend, name string) []byte { return readFrom(t, b, name, 0) }

func readFrom(t *testing.T, b Backend, name string, from int64) []byte {
	t.Helper()
	r, err := b.Objetos.Abrir(t.Context(), name, from)
	require(t, err)
	defer r.Close()
	content, err := io.ReadAll(r)
	require(t, err)
	return content
}

// requireStored checks that the store holds exactly this file under the name.
func requireStored(t *testing.T, b Backend, obj documento.Objeto, content []byte) {
	t.Helper()
	described, err := b.Objetos.Describir(t.Context(), obj.Nombre)
	require(t, err)
	if described != obj {
		t.Errorf("Describir = %+v, want %+v", described, obj)
	}
	if !bytes.Equal(read(t, b, obj.Nombre), content) {
		t.Error("Abrir gives another content")
	}
	if from := int64(len(content) / 2); len(content) > 0 && !bytes.Equal(readFrom(t, b, obj.Nombre, from), content[from:]) {
		t.Errorf("Abrir from byte %d gives another content", from)
	}
	requireExists(t, b, obj.Nombre, true)
}

func requireExists(t *testing.T, b Backend, name string, want bool) {
	t.Helper()
	exists, err := b.Objetos.Existe(t.Context(), name)
	require(t, err)
	if exists != want {
		t.Errorf("Existe = %v, want %v", exists, want)
	}
}

// requireNothing checks that nothing is visible under the name and nothing at all is stored.
func requireNothing(t *testing.T, b Backend, name string) {
	t.Helper()
	requireExists(t, b, name, false)
	_, err := b.Objetos.Abrir(t.Context(), name, 0)
	requireCode(t, "Abrir", err, fault.NotFound)
	// The server may notice a broken upload a moment later than the client.
	ctx, cancel := context.WithTimeout(t.Context(), patient)
	defer cancel()
	for leftovers := b.Leftovers(t); len(leftovers) > 0; leftovers = b.Leftovers(t) {
		select {
		case <-ctx.Done():
			t.Fatalf("left behind: %q", leftovers)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func require(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// requireCode checks that the failure is one of ours.
func requireCode(t *testing.T, what string, err error, want fault.Code) {
	t.Helper()
	var own *fault.Error
	if !errors.As(err, &own) || own.Code != want {
		t.Errorf("%s: got %v, want %s", what, err, want)
	}
}

func requireRefusal(t *testing.T, what string, r answer) {
	t.Helper()
	if r.status < 400 || r.status >= 500 {
		t.Errorf("%s: status %d, want a refusal; body %s", what, r.status, r.body)
	}
}
