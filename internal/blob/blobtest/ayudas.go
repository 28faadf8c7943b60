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
	pdf      = "application/pdf"
	vigencia = 5 * time.Minute
	paciente = 30 * time.Second // how long a poll goes on before it fails
)

// Nombre is a fresh object name.
func Nombre() string { return NombreEn(uuid.NewString()) }

// NombreEn is a fresh object name in a carpeta.
func NombreEn(carpetaID string) string {
	return documento.NombreObjeto(documento.Clave{CarpetaID: carpetaID, DocumentoID: uuid.NewString()})
}

// CarpetaDe is the carpeta of an object name.
func CarpetaDe(nombre string) string {
	carpetaID, _, _ := strings.Cut(nombre, "/")
	return carpetaID
}

// Contenido is a file of random bytes.
func Contenido(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

// ObjetoDe describes a file as a client would announce it.
func ObjetoDe(nombre string, contenido []byte) documento.Objeto {
	suma := sha256.Sum256(contenido)
	return documento.Objeto{
		Nombre: nombre, Hash: hex.EncodeToString(suma[:]),
		TamanoBytes: int64(len(contenido)), TipoContenido: pdf,
	}
}

// respuesta is an HTTP answer, read to its end.
type respuesta struct {
	estado  int
	cuerpo  []byte
	cabezas http.Header
}

func (r respuesta) bien() bool { return r.estado >= 200 && r.estado < 300 }

// cliente has no memory: every request is a connection of its own, so none is
// left when the test ends.
var cliente = &http.Client{Timeout: paciente, Transport: &http.Transport{DisableKeepAlives: true}}

func pedir(metodo, url string, encabezados []documento.Encabezado, cuerpo io.Reader) (respuesta, error) {
	req, err := http.NewRequest(metodo, url, cuerpo)
	if err != nil {
		return respuesta{}, err
	}
	for _, e := range encabezados {
		req.Header.Set(e.Nombre, e.Valor)
	}
	resp, err := cliente.Do(req)
	if err != nil {
		return respuesta{}, err
	}
	defer resp.Body.Close()
	texto, err := io.ReadAll(resp.Body)
	return respuesta{resp.StatusCode, texto, resp.Header}, err
}

// subir does what Carga says.
func subir(t *testing.T, c documento.Carga, contenido []byte) respuesta {
	t.Helper()
	r, err := pedir(c.Metodo, c.URL, c.Encabezados, bytes.NewReader(contenido))
	if err != nil {
		t.Fatalf("upload: %v", err)
	}
	return r
}

func bajar(t *testing.T, url string) respuesta {
	t.Helper()
	r, err := pedir(http.MethodGet, url, nil, nil)
	if err != nil {
		t.Fatalf("download: %v", err)
	}
	return r
}

func preparar(t *testing.T, b Backend, obj documento.Objeto) documento.Carga {
	t.Helper()
	c, err := b.Objetos.PrepararCarga(t.Context(), obj, vigencia)
	exigir(t, err)
	return c
}

// sembrar stores a file and returns its description.
func sembrar(t *testing.T, b Backend, contenido []byte) documento.Objeto {
	t.Helper()
	obj := ObjetoDe(Nombre(), contenido)
	exigir(t, b.Objetos.Guardar(t.Context(), obj, bytes.NewReader(contenido)))
	return obj
}

func enlaceDe(t *testing.T, b Backend, nombre string) string {
	t.Helper()
	url, err := b.Objetos.URLDescarga(t.Context(), nombre, "archivo.pdf", pdf, vigencia)
	exigir(t, err)
	return url
}

func leer(t *testing.T, b Backend, nombre string) []byte {
	t.Helper()
	r, err := b.Objetos.Abrir(t.Context(), nombre)
	exigir(t, err)
	defer r.Close()
	contenido, err := io.ReadAll(r)
	exigir(t, err)
	return contenido
}

// exigirGuardado checks that the store holds exactly this file under the name.
func exigirGuardado(t *testing.T, b Backend, obj documento.Objeto, contenido []byte) {
	t.Helper()
	descrito, err := b.Objetos.Describir(t.Context(), obj.Nombre)
	exigir(t, err)
	if descrito != obj {
		t.Errorf("Describir = %+v, want %+v", descrito, obj)
	}
	if !bytes.Equal(leer(t, b, obj.Nombre), contenido) {
		t.Error("Abrir gives another content")
	}
	exigirExiste(t, b, obj.Nombre, true)
}

func exigirExiste(t *testing.T, b Backend, nombre string, quiere bool) {
	t.Helper()
	existe, err := b.Objetos.Existe(t.Context(), nombre)
	exigir(t, err)
	if existe != quiere {
		t.Errorf("Existe = %v, want %v", existe, quiere)
	}
}

// exigirNada checks that nothing is visible under the name and nothing at all is stored.
func exigirNada(t *testing.T, b Backend, nombre string) {
	t.Helper()
	exigirExiste(t, b, nombre, false)
	_, err := b.Objetos.Abrir(t.Context(), nombre)
	exigirCodigo(t, "Abrir", err, fault.NotFound)
	// The server may notice a broken upload a moment later than the client.
	ctx, cancelar := context.WithTimeout(t.Context(), paciente)
	defer cancelar()
	for restos := b.Restos(t); len(restos) > 0; restos = b.Restos(t) {
		select {
		case <-ctx.Done():
			t.Fatalf("left behind: %q", restos)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func exigir(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// exigirCodigo checks that the failure is one of ours.
func exigirCodigo(t *testing.T, que string, err error, quiere fault.Code) {
	t.Helper()
	var propio *fault.Error
	if !errors.As(err, &propio) || propio.Code != quiere {
		t.Errorf("%s: got %v, want %s", que, err, quiere)
	}
}

func exigirRechazo(t *testing.T, que string, r respuesta) {
	t.Helper()
	if r.estado < 400 || r.estado >= 500 {
		t.Errorf("%s: status %d, want a refusal; body %s", que, r.estado, r.cuerpo)
	}
}
