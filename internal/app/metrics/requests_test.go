package metrics_test

import (
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/rest"
)

// mostSeries is how many series a metric may have.
const mostSeries = 400

// TestRequestsHaveFewSeries: of everything that can be asked for, in every way that it can end.
func TestRequestsHaveFewSeries(t *testing.T) {
	m, schema := metrics.New(), graph.NewExecutableSchema(graph.Config{}).Schema()
	codes := []string{"OK", errcode.ParseFailed, errcode.ValidationFailed}
	for code := range fault.Table {
		codes = append(codes, string(code))
	}
	for _, code := range codes {
		for _, kind := range []ast.Operation{ast.Query, ast.Mutation} {
			for _, name := range admission.AskedFor(schema, kind) {
				m.ObserveRequest(string(kind), name, code, time.Second, "")
			}
		}
		for _, route := range []string{rest.Events, rest.OfOperador, ""} {
			m.ObserveREST(route, code, time.Second)
		}
		m.ObserveRequest("invalid", "", code, time.Second, "")
		m.ObserveRequest("subscription", admission.Other, code, time.Second, "")
	}
	series := map[string]int{}
	for line := range strings.Lines(scrape(m)) {
		if name, _, of := strings.Cut(line, "{"); of {
			for _, suffix := range []string{"_bucket", "_sum", "_count"} {
				name = strings.TrimSuffix(name, suffix)
			}
			series[name]++
		}
	}
	for name, least := range map[string]int{"carpeta_requests_total": 20, "carpeta_query_duration_seconds": 150, "carpeta_mutation_duration_seconds": 150} {
		if n := series[name]; n < least || n > mostSeries {
			t.Errorf("%s has %d series, want %d to %d", name, n, least, mostSeries)
		}
	}
}

// TestDurationsAreOfWhatWentWell: what failed is counted, by its general code.
func TestDurationsAreOfWhatWentWell(t *testing.T) {
	m := metrics.New()
	m.ObserveRequest("query", "Carpeta.documentos", "OK", 150*time.Millisecond, "")
	m.ObserveRequest("query", "Carpeta.documentos", "INTERNAL", 3*time.Second, "")
	m.ObserveRequest("mutation", "editarDocumento", string(fault.DocumentoLocked), time.Millisecond, "")
	m.ObserveREST(rest.Events, "OK", time.Millisecond)
	m.ObserveREST("", "UNAVAILABLE", 0)
	m.ObserveREST("", "OK", 0)
	text := scrape(m)
	for _, want := range []string{
		`carpeta_query_duration_seconds_bucket{consulta="Carpeta.documentos",le="0.1"} 0`,
		`carpeta_query_duration_seconds_bucket{consulta="Carpeta.documentos",le="0.2"} 1`,
		`carpeta_query_duration_seconds_count{consulta="Carpeta.documentos"} 1`,
		`carpeta_query_duration_seconds_count{consulta="/api/v1/audit/events"} 1`,
		`carpeta_requests_total{codigo="INTERNAL",operacion="query"} 1`,
		`carpeta_requests_total{codigo="OPERACION_NO_PERMITIDA",operacion="mutation"} 1`,
		`carpeta_requests_total{codigo="UNAVAILABLE",operacion="rest"} 1`,
		`carpeta_requests_total{codigo="OK",operacion="rest"} 2`,
		`carpeta_requests_total{codigo="INTERNAL",operacion="rest"} 0`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(text, `mutacion="editarDocumento"`) || strings.Contains(text, `consulta=""`) {
		t.Error("what failed, or an export, is timed")
	}
}
