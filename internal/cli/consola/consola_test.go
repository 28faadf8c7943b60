package consola_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/cli/consola"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// request is what a command sent.
type request struct {
	Query     string
	Variables struct {
		Input struct {
			CopiaIDs []string
			Maximo   int
		}
		First int
		After *string
	}
}

// script is a server that answers from a script; after its end, the last again.
type script struct {
	answers  []string
	requests []request
}

func (g *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var p request
	_ = json.NewDecoder(r.Body).Decode(&p)
	g.requests = append(g.requests, p)
	_, _ = w.Write([]byte(g.answers[min(len(g.requests), len(g.answers))-1]))
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func run(t *testing.T, g *script, k config.Command, asJSON bool) (out, errw string, err error) {
	t.Helper()
	srv := httptest.NewServer(g)
	defer srv.Close()
	var a, b bytes.Buffer
	c := consola.Consola{Client: client.New(srv.URL, "t", time.Minute), JSON: asJSON, Out: &a, Err: &b, Clock: func() time.Time { return noon }}
	err = c.Run(t.Context(), k)
	return a.String(), b.String(), err
}

func redrive(ids ...string) config.Command {
	return config.Command{Name: config.CmdDLQRedrive, DLQ: config.DLQ{Redrive: config.DLQRedrive{Cola: "q", IDs: ids, Maximo: 10, PorSegundo: 20}}}
}

const (
	outOfTime = `{"data":{"r":{"lotes":[{"tamano":1,"reencolados":1},{"tamano":2,"reencolados":2}],"reencolados":3,"restantes":5,"detenidoPor":"PLAZO","detalle":"x","errores":[]}}}`
	done      = `{"data":{"r":{"lotes":[{"tamano":1,"reencolados":1}],"reencolados":1,"restantes":0,"detenidoPor":null,"detalle":null,"errores":[]}}}`
	stopped   = `{"data":{"r":{"lotes":[{"tamano":1,"reencolados":1}],"reencolados":1,"restantes":4,"detenidoPor":"MURIO_DE_NUEVO","detalle":"Murió.","errores":[]}}}`
	stuck     = `{"data":{"r":{"lotes":[],"reencolados":0,"restantes":5,"detenidoPor":"PLAZO","detalle":"x","errores":[]}}}`
)

// A call ends in time; the command calls again until all is done.
func TestRedriveGoesOn(t *testing.T) {
	g := &script{answers: []string{outOfTime, outOfTime, done}}
	out, errw, err := run(t, g, redrive(), true)
	var r struct {
		Reencolados, Restantes int
		Lotes                  []any
		DetenidoPor            *string
	}
	if err := errors.Join(err, json.Unmarshal([]byte(out), &r)); err != nil {
		t.Fatal(err)
	}
	if r.Reencolados != 7 || r.Restantes != 0 || len(r.Lotes) != 5 || r.DetenidoPor != nil || strings.Count(errw, "lote de") != 5 {
		t.Errorf("%s\n%s", out, errw)
	}
	var maximums []int
	for _, p := range g.requests {
		maximums = append(maximums, p.Variables.Input.Maximo)
	}
	if !slices.Equal(maximums, []int{10, 7, 4}) {
		t.Errorf("asked for at most %v", maximums)
	}
}

// Of messages that are named, those that are done are not asked for again.
func TestRedriveOfNamedMessagesGoesOn(t *testing.T) {
	muertos := `{"data":{"r":{"nodes":[{"copiaId":"d"},{"copiaId":"ajeno"}],"pageInfo":{"hasNextPage":false},"total":2}}}`
	g := &script{answers: []string{outOfTime, muertos, done}}
	if _, _, err := run(t, g, redrive("a", "b", "c", "d"), false); err != nil {
		t.Fatal(err)
	}
	if len(g.requests) != 3 {
		t.Fatalf("%d requests, want 3", len(g.requests))
	}
	if diff := cmp.Diff([]string{"d"}, g.requests[2].Variables.Input.CopiaIDs); diff != "" {
		t.Errorf("asked again for, -want +got:\n%s", diff)
	}
}

func TestRedriveThatStops(t *testing.T) {
	for name, c := range map[string]struct {
		answers []string
		says    string
		code    int
	}{
		"dies again":      {[]string{outOfTime, stopped}, "MURIO_DE_NUEVO", 1},
		"gets nowhere":    {[]string{stuck}, "PLAZO", 1},
		"bad input":       {[]string{`{"data":{"r":{"lotes":[],"errores":[{"codigo":"BAD_USER_INPUT","mensaje":"Revise.","campos":[{"campo":"maximo","mensaje":"de 1 a 1000"}]}]}}}`}, "maximo: de 1 a 1000.", 2},
		"not dead":        {[]string{`{"data":{"r":{"lotes":[],"errores":[{"codigo":"NOT_FOUND","mensaje":"No está."}]}}}`}, "NOT_FOUND", 1},
		"refused":         {[]string{`{"errors":[{"message":"No.","extensions":{"code":"FORBIDDEN","recuperacion":"Pida otro rol."}}]}`}, "No. (FORBIDDEN) Pida otro rol.", 1},
		"refused halfway": {[]string{outOfTime, `{"errors":[{"message":"No.","extensions":{"code":"RATE_LIMITED"}}]}`}, "RATE_LIMITED", 1},
		"not GraphQL":     {[]string{`<html>`}, "base URL", 1},
		"no data":         {[]string{`{}`}, "without data", 1},
	} {
		out, _, err := run(t, &script{answers: c.answers}, redrive(), false)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(out, "reencolados") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		var coded interface{ ExitCode() int }
		if code := 1; errors.As(err, &coded) && coded.ExitCode() != c.code || !errors.As(err, &coded) && code != c.code {
			t.Errorf("%s: exit code is not %d", name, c.code)
		}
	}
}

func TestLists(t *testing.T) {
	saga := func(id, at string) string {
		return `{"eventoId":"` + id + `","estado":"INICIADA","pasoActual":"MINIO_CLEANUP","solicitadaEn":"` + at + `","progreso":{"intento":2},"errores":[{"codigo":"UNAVAILABLE"}],"titulo":"Acta","tipo":"SOAT"}`
	}
	page := func(more, nodes string) string {
		return `{"data":{"r":{"nodes":[` + nodes + `],"pageInfo":{"hasNextPage":` + more + `,"endCursor":"c1"}}}}`
	}
	g := &script{answers: []string{
		page("true", saga("a", "2026-03-01T11:59:30Z")+","+saga("b", "2026-03-01T10:55:00Z")), page("false", saga("c", "2026-02-20T12:00:00Z")),
	}}
	out, _, err := run(t, g, config.Command{Name: config.CmdSagasList, Sagas: config.Sagas{List: config.SagasList{Limite: 150}}}, false)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"EVENTO  ESTADO    PASO           EDAD   INTENTO  REINTENTO  FALLA        TIPO  TITULO",
		"a       INICIADA  MINIO_CLEANUP  30s    2        -          UNAVAILABLE  SOAT  Acta",
		"b       INICIADA  MINIO_CLEANUP  1h05m  2        -          UNAVAILABLE  SOAT  Acta",
		"c       INICIADA  MINIO_CLEANUP  9d     2        -          UNAVAILABLE  SOAT  Acta", "",
	}, "\n")
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	type turn struct {
		First int
		After string
	}
	var turns []turn
	for _, r := range g.requests {
		one := turn{First: r.Variables.First}
		if r.Variables.After != nil {
			one.After = *r.Variables.After
		}
		turns = append(turns, one)
	}
	if diff := cmp.Diff([]turn{{100, ""}, {100, "c1"}}, turns); diff != "" {
		t.Errorf("asked for, -want +got:\n%s", diff)
	}
	empty := &script{answers: []string{page("false", "")}}
	if out, _, err := run(t, empty, config.Command{Name: config.CmdSagasList, Sagas: config.Sagas{List: config.SagasList{Limite: 1}}}, true); err != nil || strings.TrimSpace(out) != "[]" {
		t.Errorf("nothing as JSON: %q, %v", out, err)
	}
}

// TestDecisions: a decision is one mutation, and shows what it decided about; a refusal has its code.
func TestDecisions(t *testing.T) {
	const id = "01a18f41-0000-7000-8000-000000000000"
	decided := `{"data":{"r":{"hecho":{"eventoId":"` + id + `","estado":"CANCELADA","pasoActual":"APROBACION","solicitadaEn":"2026-03-01T11:59:30Z","titulo":"Acta"},"errores":[]}}}`
	refused := `{"data":{"r":{"hecho":null,"errores":[{"codigo":"APROBACION_PROPIA","mensaje":"Debe hacerlo otra persona."}]}}}`
	for _, k := range []config.Command{
		{Name: config.CmdSagasApprove, Sagas: config.Sagas{Approve: config.SagasApprove{EventoID: id}}},
		{Name: config.CmdSagasReject, Sagas: config.Sagas{Reject: config.SagasReject{EventoID: id, Comentario: "Hace falta"}}},
	} {
		g := &script{answers: []string{decided, refused}}
		if out, _, err := run(t, g, k, false); err != nil || !strings.Contains(out, "Acta") {
			t.Errorf("%s: %v\n%s", k.Name, err, out)
		}
		g.answers = []string{refused}
		if _, _, err := run(t, g, k, false); err == nil || !strings.Contains(err.Error(), "APROBACION_PROPIA") {
			t.Errorf("%s, refused: %v", k.Name, err)
		}
	}
}
