package serverkit

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"
)

// plazoPeticion keeps an exchange that hangs from holding the tests up.
const plazoPeticion = 3 * time.Minute

var transporte = &http.Client{Timeout: plazoPeticion}

// Cliente talks GraphQL to a server as one person.
type Cliente struct {
	URL   string // of the server
	Token string // none: nobody
}

// Cliente is a client with a fresh token.
func (s *Servidor) Cliente(t testing.TB, sub, rol string) Cliente {
	t.Helper()
	return Cliente{s.URL, s.Casa.Token(t, sub, rol, "", time.Hour)}
}

// Falla is an error of a GraphQL answer.
type Falla struct {
	Message    string
	Path       []any
	Extensions struct {
		Code, Type, Title, Detail, Instance, Recuperacion string
	}
}

// Respuesta is an answer as it came.
type Respuesta struct {
	Estado      int
	Encabezados http.Header
	Cuerpo      []byte
	Data        json.RawMessage
	Errors      []Falla
}

// Codigo is that of the first error, or "".
func (r Respuesta) Codigo() string {
	if len(r.Errors) == 0 {
		return ""
	}
	return r.Errors[0].Extensions.Code
}

// Enviar posts an operation. The error is the network's.
func (c Cliente) Enviar(ctx context.Context, query string, variables map[string]any) (Respuesta, error) {
	req, err := c.peticion(ctx, query, variables)
	if err != nil {
		return Respuesta{}, err
	}
	req.Header.Set("Accept", "application/graphql-response+json")
	resp, err := transporte.Do(req)
	if err != nil {
		return Respuesta{}, err
	}
	defer resp.Body.Close()
	r := Respuesta{Estado: resp.StatusCode, Encabezados: resp.Header}
	if r.Cuerpo, err = io.ReadAll(resp.Body); err != nil {
		return r, err
	}
	return r, json.Unmarshal(r.Cuerpo, &r)
}

func (c Cliente) peticion(ctx context.Context, query string, variables map[string]any) (*http.Request, error) {
	cuerpo, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/graphql", bytes.NewReader(cuerpo))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	return req, nil
}

// Crudo is Enviar for a test that expects an answer, of whatever kind.
func (c Cliente) Crudo(t testing.TB, query string, variables map[string]any) Respuesta {
	t.Helper()
	r, err := c.Enviar(t.Context(), query, variables)
	if err != nil {
		t.Fatalf("%v\n%s", err, r.Cuerpo)
	}
	return r
}

// Pedir expects data and no errors.
func Pedir[T any](t testing.TB, c Cliente, query string, variables map[string]any) (data T) {
	t.Helper()
	r := c.Crudo(t, query, variables)
	if len(r.Errors) > 0 || r.Estado != http.StatusOK {
		t.Fatalf("%s\n%v\n%d %s", query, variables, r.Estado, r.Cuerpo)
	}
	if err := json.Unmarshal(r.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}

// Encabezado is an HTTP header of a signed upload.
type Encabezado struct{ Nombre, Valor string }

// Carga is a signed upload.
type Carga struct {
	Metodo, URL string
	Encabezados []Encabezado
}

// Subir sends a file to a signed address and returns the HTTP status.
func Subir(t testing.TB, c Carga, contenido []byte) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), c.Metodo, c.URL, bytes.NewReader(contenido))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.Encabezados {
		if http.CanonicalHeaderKey(e.Nombre) != "Content-Length" { // set by the client itself, from the body
			req.Header.Set(e.Nombre, e.Valor)
		}
	}
	resp, err := transporte.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

// Bajar fetches a signed address.
func Bajar(t testing.TB, url string) (estado int, encabezados http.Header, contenido []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := transporte.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if contenido, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, contenido
}

// obtener is a GET that may fail: 0 is no answer.
func obtener(ctx context.Context, url string) (int, []byte) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil
	}
	resp, err := transporte.Do(req)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	cuerpo, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, cuerpo
}
