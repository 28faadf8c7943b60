package e2e_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/deploy/dashboards"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestNoPanelIsEmpty: a Prometheus scrapes a server of each profile under load, and every expression of every dashboard
// has something to draw.
func TestNoPanelIsEmpty(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "prometheus")
	settings := []string{"CARPETA_RECONCILE_INTERVAL=1s", "CARPETA_MEMORY_LIMIT_MIB=4096"}
	house := serverkit.NewHouse(t, serverkit.Embedded).With(settings...)
	embedded := newEntrante(t, house)
	backup(t, house, filepath.Join(t.TempDir(), "respaldos"))
	distributed := newEntrante(t, serverkit.NewHouse(t, serverkit.Distributed).With(settings...))
	p := startPrometheus(t, embedded.s.AdminURL, distributed.s.AdminURL)

	missing := map[string]error{}
	for _, b := range dashboards.All {
		for _, row := range b.Rows {
			for _, panel := range row.Panels {
				for _, q := range panel.Queries {
					missing[q.Expr] = fmt.Errorf("%s: %s: %s", b.Name, panel.Title, q.Expr)
				}
			}
		}
	}
	for _, of := range promisesOf(t) { // a panel by promise has something to draw with one of them
		for _, figure := range []string{"pedidas", "malas"} {
			expr := fmt.Sprintf("carpeta:promesa_%s:rate2m{promesa=%q}", figure, of)
			missing[expr] = errors.New(expr)
		}
	}
	if len(missing) < 60 {
		t.Fatalf("only %d expressions", len(missing))
	}
	defer func() {
		if t.Failed() {
			for _, what := range missing {
				t.Error("nothing to draw: ", what)
			}
		}
	}()
	for deadline := time.Now().Add(2 * soon); len(missing) > 0; {
		if time.Now().After(deadline) {
			t.Fatalf("%d panels are empty", len(missing))
		}
		embedded.useEverything(t)
		distributed.useEverything(t)
		for expr := range missing {
			if p.draws(t, expr) {
				delete(missing, expr)
			}
		}
	}
	requireFewSeries(t, embedded.s)
	requireFewSeries(t, distributed.s)
}

var margin = regexp.MustCompile(`promesa_margen".*promesa: ([\w-]+)\}`)

// promisesOf are the promises that the rules have a margin for.
func promisesOf(t *testing.T) (names []string) {
	t.Helper()
	for _, m := range margin.FindAllStringSubmatch(readFile(t, "../deploy/alerts/carpeta.rules.yaml"), -1) {
		names = append(names, m[1])
	}
	if len(names) < 6 {
		t.Fatalf("only the promises %v", names)
	}
	return names
}

// useEverything does once what the dashboards show: pages, an upload, a deletion, a subscription, a delivery, and what
// is refused.
func (e *entrante) useEverything(t *testing.T) {
	t.Helper()
	const page = `query($id: ID!, $after: String) { r: carpeta(id: $id) { documentos(first: 1, after: $after) { modificacionDetectada pageInfo { endCursor } } } }`
	type documents struct {
		Documentos struct{ PageInfo struct{ EndCursor string } }
	}
	first := serverkit.Do[alias[documents]](t, e.dueno, page, obj{"id": e.carpetaID}).R
	serverkit.Do[any](t, e.dueno, page, obj{"id": e.carpetaID, "after": first.Documentos.PageInfo.EndCursor})
	serverkit.SSE(t, e.dueno, `subscription($id: ID!) { novedadesDeCarpeta(carpetaId: $id) { tipo } }`, obj{"id": e.carpetaID}).Close()
	content := []byte("un documento de " + time.Now().String())
	sent := iniciarCarga(t, e.dueno, cargaInput(e.carpetaID, content))
	mustSame(t, "errores of iniciarCarga", nil, sent.Errores)
	serverkit.Upload(t, *sent.Carga, content)
	confirmarCarga(t, e.dueno, sent.Documento.ID)
	deleteDocumento(t, e.dueno, sent.Documento.ID, 0)
	content = append(content, " y una entrega"...)
	entregada(t, e.program, e.uni.entrega(t, e.ciudadanoID, "Diploma", content), content)
	serverkit.Do[any](t, e.operador, `{ eventosAuditoria(first: 2) { nodes { eventoId } } }`, nil)
	pageOfTrail(t, e.operador)
	e.dueno.MustPost(t, "no document", nil)
}

// pageOfTrail reads a page of the trail by REST.
func pageOfTrail(t *testing.T, c serverkit.Client) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.URL+"/api/v1/audit/events?limit=2", http.NoBody)
	must(t, err)
	req.Header.Set("Authorization", "Bearer "+c.Token)
	resp, err := http.DefaultClient.Do(req)
	must(t, err)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatal("a page of the trail:", resp.Status)
	}
}

// requireFewSeries: what is scraped of a server that does everything has few series for each metric.
func requireFewSeries(t *testing.T, s *serverkit.Server) {
	t.Helper()
	const most = 200
	_, text := s.Admin(t, "/metrics")
	series := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^(carpeta_\w+?|documento_\w+?)(?:_bucket|_sum|_count)?[{ ]`).FindAllStringSubmatch(text, -1) {
		series[m[1]]++
	}
	if len(series) < 50 {
		t.Errorf("only %d metrics", len(series))
	}
	for name, n := range series {
		if n > most {
			t.Errorf("%s has %d series, want %d at most", name, n, most)
		}
	}
}

// prometheus is a Prometheus of this test's own.
type prometheus struct{ url string }

const scraping = `global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [%q]
scrape_configs:
  - job_name: carpeta
    static_configs: [{targets: [%s]}]
`

func startPrometheus(t *testing.T, targets ...string) prometheus {
	t.Helper()
	rules, err := filepath.Abs("../deploy/alerts/carpeta.rules.yaml")
	must(t, err)
	for i, url := range targets {
		targets[i] = strconv.Quote(strings.TrimPrefix(url, "http://"))
	}
	dir := t.TempDir()
	config := filepath.Join(dir, "prometheus.yaml")
	must(t, os.WriteFile(config, fmt.Appendf(nil, scraping, rules, strings.Join(targets, ", ")), 0o600))
	ports, err := services.FreePorts(1)
	must(t, err)
	address := fmt.Sprintf("127.0.0.1:%d", ports[0])
	cmd := exec.Command("prometheus", "--config.file="+config, "--storage.tsdb.path="+dir+"/data", "--web.listen-address="+address, "--enable-feature=exemplar-storage")
	log, err := os.Create(filepath.Join(dir, "log"))
	must(t, err)
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	must(t, services.StartChild(cmd))
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			text, _ := os.ReadFile(log.Name())
			t.Logf("prometheus:\n%s", text)
		}
	})
	return prometheus{"http://" + address}
}

// asGrafanaAsks is an expression as Grafana would send it.
func asGrafanaAsks(expr string) string {
	return strings.NewReplacer("$job", ".+", "$__rate_interval", "30s").Replace(expr)
}

// get asks the API of Prometheus; false while it starts.
func (p prometheus) get(t *testing.T, path string, of url.Values, into any) bool {
	t.Helper()
	resp, err := http.Get(p.url + path + "?" + of.Encode())
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	var answer struct {
		Status, Error string
		Data          struct{ Result json.RawMessage }
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode == http.StatusServiceUnavailable {
		return false
	}
	if answer.Status != "success" {
		t.Fatalf("%s\n%s", of, answer.Error)
	}
	must(t, json.Unmarshal(answer.Data.Result, into))
	return true
}

// value is a point of Prometheus: a time and a number in quotes.
type value [2]any

func (v value) number() float64 {
	text, _ := v[1].(string)
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return f
}

// draws reports whether an expression has a point that Grafana would draw.
func (p prometheus) draws(t *testing.T, expr string) bool {
	t.Helper()
	var result []struct{ Value value }
	p.get(t, "/api/v1/query", url.Values{"query": {asGrafanaAsks(expr)}}, &result)
	for _, r := range result {
		if !math.IsNaN(r.Value.number()) {
			return true
		}
	}
	return false
}
