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
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/cli"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

// server is an embedded server in this process, with one seeded carpeta.
type server struct {
	t                                 testing.TB
	api, admin, dir                   string
	carpetaID, ciudadano              string
	token, foreigner, foreignOperador string
	client                            *http.Client
}

func command(t testing.TB, dir string, args ...string) config.Command {
	t.Helper()
	args = append(args, "--data-dir="+dir, "--addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--log-level=warn")
	c, err := config.Parse(args, nil, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// output runs a command and returns its standard output.
func output(t testing.TB, dir string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := cli.Run(t.Context(), command(t, dir, args...), &out, io.Discard); err != nil {
		t.Fatal(args, err)
	}
	return strings.TrimSpace(out.String())
}

// start seeds a carpeta and serves it, under these arguments of serve.
func start(t testing.TB, documentos int, args ...string) *server {
	t.Helper()
	dir := t.TempDir()
	var line struct{ CarpetaID, CiudadanoID string }
	if err := json.Unmarshal([]byte(output(t, dir, "datos", "sembrar", "--carpetas=1", "--semilla=7", fmt.Sprint("--documentos=", documentos))), &line); err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, dir: dir, carpetaID: line.CarpetaID, ciudadano: line.CiudadanoID}
	s.token = output(t, dir, "token", "emitir", "--rol=ciudadano", "--sub="+line.CiudadanoID)
	s.foreigner = output(t, dir, "token", "emitir", "--rol=ciudadano", "--sub=01a18f41-0000-7000-8000-000000000000")
	s.foreignOperador = output(t, dir, "token", "emitir", "--rol=operador", "--sub=ana", "--operador=operador-ajeno")
	s.serve(dir, args...)
	return s
}

// serve runs the server until the test ends.
func (s *server) serve(dir string, args ...string) {
	c := command(s.t, dir, append([]string{"serve"}, args...)...)
	ctx, cancel := context.WithCancel(context.Background())
	d, err := app.Open(ctx, c.Config, cli.NewLog(c.Config, io.Discard))
	if err != nil {
		s.t.Fatal(err)
	}
	server, err := app.NewServer(d, cli.Operations())
	if err != nil {
		s.t.Fatal(err)
	}
	s.client = &http.Client{Transport: &http.Transport{}} // its own: other tests run side by side
	ready, end := make(chan struct{}), make(chan error, 1)
	go func() {
		end <- server.Serve(ctx, func(api, admin string) { s.api, s.admin = api, admin; close(ready) })
	}()
	select {
	case <-ready:
	case err := <-end:
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		s.client.CloseIdleConnections()
		cancel()
		if err := <-end; err != nil {
			s.t.Error(err)
		}
		if err := d.Close(); err != nil {
			s.t.Error(err)
		}
	})
}

// The admin address is there before the API and after it: it says so.
func TestReadyOnlyWhileTheAPIListens(t *testing.T) {
	c := command(t, t.TempDir(), "serve")
	ctx, cancel := context.WithCancel(t.Context())
	d, err := app.Open(ctx, c.Config, cli.NewLog(c.Config, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	server, err := app.NewServer(d, cli.Operations())
	if err != nil {
		t.Fatal(err)
	}
	estados := []string{server.Absence()}
	ready := func(string, string) { estados = append(estados, server.Absence()); cancel() }
	if err := errors.Join(server.Serve(ctx, ready), d.Close()); err != nil {
		t.Fatal(err)
	}
	if estados = append(estados, server.Absence()); !slices.Equal(estados, []string{"starting", "", "stopping"}) {
		t.Errorf("%q", estados)
	}
}

// answer is a GraphQL answer.
type answer struct {
	Data   map[string]any
	Errors []struct {
		Message    string
		Extensions struct {
			Code   string
			Campos []struct{ Campo string }
		}
	}
	Extensions struct{ Costo struct{ Leido int } }
}

// codes of its errors.
func (a answer) codes() (codes []string) {
	for _, e := range a.Errors {
		codes = append(codes, e.Extensions.Code)
	}
	return codes
}

func (s *server) do(token, query string, variables map[string]any) answer {
	s.t.Helper()
	body, _ := json.Marshal(map[string]any{"query": query, "variables": variables})
	req, _ := http.NewRequest(http.MethodPost, s.api+"/graphql", bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Carpeta-Costo", "1")
	}
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	var r answer
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		s.t.Fatal(err)
	}
	return r
}

// ok is do for a request that must succeed.
func (s *server) ok(query string, variables map[string]any) map[string]any {
	s.t.Helper()
	r := s.do(s.token, query, variables)
	if len(r.Errors) > 0 {
		s.t.Fatalf("%+v", r.Errors)
	}
	return r.Data
}

var storeCall = regexp.MustCompile(`carpeta_store_calls_total\{operacion="(\w+)"\} (\d+)`)

// storeCalls counts the store calls so far that a request makes; the background's
// own are left out.
func (s *server) storeCalls() map[string]int {
	s.t.Helper()
	resp, err := s.client.Get(s.admin + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	n := map[string]int{}
	for _, m := range storeCall.FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(backgroundCalls, m[1]) {
			n[m[1]], _ = strconv.Atoi(m[2])
		}
	}
	return n
}

// spent is which store calls a request made.
func (s *server) spent(query string, variables map[string]any) map[string]int {
	s.t.Helper()
	before := s.storeCalls()
	s.ok(query, variables)
	after := s.storeCalls()
	for op, n := range before {
		if after[op] -= n; after[op] == 0 {
			delete(after, op)
		}
	}
	return after
}

// settle waits for what a start tells the trail beside the first requests: the keys of the seals. The first use of the
// token is the other event. Each is the first of its operador, which enters itself and its day.
func (s *server) settle() {
	s.t.Helper()
	for began := time.Now(); s.storeCalls()["Anotar"] < 2*3; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			s.t.Fatal("the trail was not told of the keys")
		}
	}
}

// backgroundCalls go on beside every request: sweeper, sealer, archive.
var backgroundCalls = []string{
	"Operadores", "Vencidas", "PurgarExpirados", "CargasVencidas",
	"OperadoresConEventos", "LeerMarca", "EscribirMarca", "EventosDesde", "UltimasActas", "ActasDesde", "PonerActa", "Eventos",
}
