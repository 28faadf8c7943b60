package e2e_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/collector"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const (
	browsersTrace = "0af7651916cd43dd8448eb211c80319c"
	browsersSpan  = "b7ad6b7169203331"
	traceparent   = "00-" + browsersTrace + "-" + browsersSpan + "-01"
)

// traced is a house whose servers send their spans soon.
func traced(house *serverkit.House, c *collector.Collector, settings ...string) *serverkit.House {
	return house.With(append(settings, "CARPETA_TRAZAS_URL="+c.URL, "OTEL_BSP_SCHEDULE_DELAY=100")...)
}

// wanted is a span that a trace must have, in a process with a role.
type wanted struct{ role, name string }

// lacking is what a trace does not have yet: spans, or the parents of those that came.
func lacking(spans []collector.Span, want []wanted) (lacks []string) {
	for _, w := range want {
		found := slices.ContainsFunc(spans, func(s collector.Span) bool { return s.Name == w.name && strings.Contains(s.Roles, w.role) })
		if !found {
			lacks = append(lacks, fmt.Sprintf("%s by %s", w.name, w.role))
		}
	}
	for _, s := range spans {
		if s.Parent != browsersSpan && !slices.ContainsFunc(spans, func(p collector.Span) bool { return p.ID == s.Parent }) {
			lacks = append(lacks, "what is above "+s.Name)
		}
	}
	return lacks
}

// untilTraced waits for the whole trace of the browser's request.
func untilTraced(t *testing.T, c *collector.Collector, want []wanted) []collector.Span {
	t.Helper()
	var lacks []string
	defer func() {
		if t.Failed() {
			t.Logf("the trace lacks %q; it has %+v", lacks, c.Spans(browsersTrace))
		}
	}()
	serverkit.WaitFor(t, recovery, "the whole trace", func() bool {
		lacks = lacking(c.Spans(browsersTrace), want)
		return len(lacks) == 0
	})
	return c.Spans(browsersTrace)
}

// TestOneTraceOfADeletion: what a browser asks for is one trace, through whatever processes and messages it goes, to the
// subscriber. Nobody but the browser asked for it.
func TestOneTraceOfADeletion(t *testing.T) {
	t.Parallel()
	to := collector.Start(t)
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
	house = traced(house, to, "CARPETA_TRAZAS_MUESTRA=0")
	for _, roles := range []string{"coordinador,barrendero", "borrador-objetos,borrador-metadatos"} {
		house.Start(t, "--papeles", roles)
	}
	api := house.Start(t, "--papeles", "api")
	c := api.Client(t, mine.CiudadanoID, "ciudadano")
	free := deletable(allFilas(t, c, mine.CarpetaID))[0]
	watching := serverkit.WebSocket(t, c, carpetaSubscription, obj{"id": mine.CarpetaID})
	browser := c
	browser.Traceparent = traceparent
	evento := deleteDocumento(t, browser, free, 0).EventoID
	untilEstado(t, c, evento, "COMPLETADA", recovery)
	for !strings.Contains(nextOf(t, watching), "COMPLETADA") {
	}
	got := untilTraced(t, to, []wanted{
		{"api", "POST /graphql"}, {"api", "mutation"}, {"api", "Mutation.deleteDocumento"}, {"api", "DynamoDB.TransactWriteItems"},
		{"api", "publish documento.events"}, {"api", "subscription"},
		{"coordinador", "process documento.deletion.queue"}, {"coordinador", "publish documento.events"},
		{"borrador-objetos", "process minio.cleanup.queue"}, {"borrador-metadatos", "DynamoDB.TransactWriteItems"},
	})
	root := collector.Named(got, "POST /graphql")[0]
	erased := false
	for _, s := range got {
		if s.ID != root.ID && !collector.Below(got, s, root) {
			t.Errorf("%s is not below the request", s.Name)
		}
		erased = erased || s.Attributes["server.address"] != "" && collector.Below(got, s, collector.Named(got, "process minio.cleanup.queue")[0])
	}
	if !erased {
		t.Error("no call of the object store is below its step")
	}
	for _, s := range to.Spans("") {
		if s.Trace != browsersTrace {
			t.Errorf("%s is traced, for which nobody asked", s.Name)
		}
	}
}

// nextOf is the next message of a subscription.
func nextOf(t *testing.T, s *serverkit.Subscription) string {
	t.Helper()
	data, found := s.Next(t, recovery)
	if !found {
		t.Fatalf("the subscription ended: %+v", s.End())
	}
	return string(data)
}

// TestNobodyIsInATrace: everything is traced, and no span says who, what, or how to be them. The request's error, its
// log lines and the histograms name the trace.
func TestNobodyIsInATrace(t *testing.T) {
	t.Parallel()
	to := collector.Start(t)
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
	house = traced(house, to, "CARPETA_TRAZAS_MUESTRA=1", "CARPETA_LOG_LEVEL=debug", "CARPETA_OPERACION_LENTA=1ns")
	s := house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	found := allFilas(t, c, mine.CarpetaID)
	free := deletable(found)[0]
	downloadWell(t, found[free])
	found["subido"] = fila{ID: uploadAndConfirmar(t, c, mine.CarpetaID, []byte("contenido privado")), Titulo: "Acta de matrimonio"}
	queryPage(t, c, mine.CarpetaID, obj{"first": 5, "filtro": obj{"texto": "secreto"}})
	serverkit.Client{URL: s.URL, Token: "un.token.malo"}.MustPost(t, pageQuery, nil)
	watching := serverkit.SSE(t, c, carpetaSubscription, obj{"id": mine.CarpetaID})
	browser := c
	browser.Traceparent = traceparent
	wrong := browser.MustPost(t, pageQuery, obj{"id": mine.CarpetaID, "after": "un-cursor-malo"})
	if !strings.Contains(string(wrong.Body), `"traza":"`+browsersTrace+`"`) {
		t.Errorf("the error does not name its trace: %s", wrong.Body)
	}
	evento := deleteDocumento(t, browser, free, 0).EventoID
	untilEstado(t, c, evento, "COMPLETADA", recovery)
	for !strings.Contains(nextOf(t, watching), "COMPLETADA") {
	}
	got := untilTraced(t, to, []wanted{{"", "POST /graphql"}, {"", "query"}, {"", "mutation"}, {"", "Mutation.deleteDocumento"}, {"", "subscription"}, {"", "publish documento.events"}})
	directly, byQueue := collector.Named(got, "documento.deletion.direct"), collector.Named(got, "process metadata.cleanup.queue")
	if len(directly)+len(byQueue) == 0 {
		t.Error("nobody seems to have deleted it")
	}
	requireNobody(t, to.Text(), c.Token, mine, found)
	if log := s.Log(); !strings.Contains(log, `"trace_id":"`+browsersTrace+`"`) {
		t.Error("no line of the log names the trace")
	}
	requireSlow(t, s.Log())
	requireExemplar(t, s)
}

// requireNobody looks for what must not be in spans.
func requireNobody(t *testing.T, text, token string, mine serverkit.Seeded, found map[string]fila) {
	t.Helper()
	secrets := []string{
		token[:20], strings.Split(token, ".")[2], "un.token.malo", "un-cursor-malo", "secreto", mine.CiudadanoID, mine.CarpetaID, "X-Amz-Signature", "firma=",
	}
	for _, f := range found {
		secrets = append(secrets, f.Titulo, f.ID, f.DocumentoID)
	}
	for _, secret := range secrets {
		if secret != "" && strings.Contains(text, secret) {
			t.Errorf("a span has %q", secret)
		}
	}
}

// requireSlow: with a bound that nothing keeps, each operation has a line, which says nothing of its values.
func requireSlow(t *testing.T, log string) {
	t.Helper()
	line := regexp.MustCompile(`.*"msg":"slow operation".*"tipo":"mutation".*`).FindString(log)
	for _, part := range []string{`"sha256":"`, `"duracion":"`, `"request_id":"`} {
		if !strings.Contains(line, part) {
			t.Errorf("the slow operation does not say %s: %s", part, line)
		}
	}
	if !regexp.MustCompile(`"llamadas":[1-9]`).MatchString(line) {
		t.Errorf("the slow operation does not say how many calls it made: %s", line)
	}
	if strings.Contains(line, "deleteDocumento(") {
		t.Errorf("the slow operation shows its text: %s", line)
	}
}

// requireExemplar: Prometheus is told traces of the histograms.
func requireExemplar(t *testing.T, s *serverkit.Server) {
	t.Helper()
	for _, name := range []string{"carpeta_mutation_duration_seconds", "documento_deletion_saga_duration_seconds"} {
		example := regexp.MustCompile(`(?m)^` + name + `_bucket\{.*\} [0-9]+ # \{trace_id="[0-9a-f]{32}"\}`)
		serverkit.WaitFor(t, soon, "an exemplar of "+name, func() bool {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.AdminURL+"/metrics", nil)
			must(t, err)
			req.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				return false
			}
			defer resp.Body.Close()
			text, _ := io.ReadAll(resp.Body)
			return example.Match(text)
		})
	}
}
