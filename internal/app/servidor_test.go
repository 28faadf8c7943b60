package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

// servidor is an embedded server in this process, with one seeded carpeta.
type servidor struct {
	t                     testing.TB
	api, admin, dir       string
	carpetaID, ciudadano  string
	token, ajeno, operara string
}

func comando(t testing.TB, dir string, args ...string) config.Comando {
	t.Helper()
	args = append(args, "--data-dir="+dir, "--addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--log-level=warn")
	c, err := config.Parse(args, nil, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// salida runs a command and returns its standard output.
func salida(t testing.TB, dir string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := app.Ejecutar(t.Context(), comando(t, dir, args...), &out, io.Discard); err != nil {
		t.Fatal(args, err)
	}
	return strings.TrimSpace(out.String())
}

// iniciar seeds a carpeta and serves it, under these arguments of serve.
func iniciar(t testing.TB, documentos int, args ...string) *servidor {
	t.Helper()
	dir := t.TempDir()
	var linea struct{ CarpetaID, CiudadanoID string }
	if err := json.Unmarshal([]byte(salida(t, dir, "seed", "--carpetas=1", "--semilla=7", fmt.Sprint("--documentos=", documentos))), &linea); err != nil {
		t.Fatal(err)
	}
	s := &servidor{t: t, dir: dir, carpetaID: linea.CarpetaID, ciudadano: linea.CiudadanoID}
	s.token = salida(t, dir, "token", "--rol=ciudadano", "--sub="+linea.CiudadanoID)
	s.ajeno = salida(t, dir, "token", "--rol=ciudadano", "--sub=01a18f41-0000-7000-8000-000000000000")
	s.operara = salida(t, dir, "token", "--rol=operador", "--sub=ana", "--operador=operador-ajeno")
	s.servir(dir, args...)
	return s
}

// servir runs the server until the test ends.
func (s *servidor) servir(dir string, args ...string) {
	c := comando(s.t, dir, append([]string{"serve"}, args...)...)
	ctx, cancel := context.WithCancel(context.Background())
	a, err := app.New(ctx, c.Config, app.Registro(c.Config, io.Discard))
	if err != nil {
		s.t.Fatal(err)
	}
	listo, fin := make(chan struct{}), make(chan error, 1)
	a.AlListo(func(api, admin string) { s.api, s.admin = api, admin; close(listo) })
	go func() { fin <- a.Run(ctx) }()
	select {
	case <-listo:
	case err := <-fin:
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		cancel()
		if err := <-fin; err != nil {
			s.t.Error(err)
		}
		if err := a.Close(); err != nil {
			s.t.Error(err)
		}
	})
}

// The admin address is there before the API and after it: it says so.
func TestReadyOnlyWhileTheAPIListens(t *testing.T) {
	c := comando(t, t.TempDir(), "serve")
	ctx, cancel := context.WithCancel(t.Context())
	a, err := app.New(ctx, c.Config, app.Registro(c.Config, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	estados := []string{app.Ausencia(a)}
	a.AlListo(func(string, string) { estados = append(estados, app.Ausencia(a)); cancel() })
	if err := errors.Join(a.Run(ctx), a.Close()); err != nil {
		t.Fatal(err)
	}
	if estados = append(estados, app.Ausencia(a)); !slices.Equal(estados, []string{"starting", "", "stopping"}) {
		t.Errorf("%q", estados)
	}
}

// respuesta is a GraphQL answer.
type respuesta struct {
	Data   map[string]any
	Errors []struct {
		Message    string
		Extensions struct{ Code string }
	}
}

func (s *servidor) pedir(token, query string, variables map[string]any) respuesta {
	s.t.Helper()
	body, _ := json.Marshal(map[string]any{"query": query, "variables": variables})
	req, _ := http.NewRequest(http.MethodPost, s.api+"/graphql", bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	var r respuesta
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		s.t.Fatal(err)
	}
	return r
}

// bien is pedir for what must succeed.
func (s *servidor) bien(query string, variables map[string]any) map[string]any {
	s.t.Helper()
	r := s.pedir(s.token, query, variables)
	if len(r.Errors) > 0 {
		s.t.Fatalf("%+v", r.Errors)
	}
	return r.Data
}

var llamada = regexp.MustCompile(`carpeta_store_calls_total\{operacion="(\w+)"\} (\d+)`)

// llamadas counts the store calls so far that a request makes; the background's
// own are left out.
func (s *servidor) llamadas() map[string]int {
	s.t.Helper()
	resp, err := http.Get(s.admin + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	texto, _ := io.ReadAll(resp.Body)
	n := map[string]int{}
	for _, m := range llamada.FindAllStringSubmatch(string(texto), -1) {
		if m[1] != "Operadores" && m[1] != "Vencidas" && m[1] != "PurgarExpirados" {
			n[m[1]], _ = strconv.Atoi(m[2])
		}
	}
	return n
}

// gasto is which store calls a request made.
func (s *servidor) gasto(query string, variables map[string]any) map[string]int {
	s.t.Helper()
	antes := s.llamadas()
	s.bien(query, variables)
	despues := s.llamadas()
	for op, n := range antes {
		if despues[op] -= n; despues[op] == 0 {
			delete(despues, op)
		}
	}
	return despues
}
