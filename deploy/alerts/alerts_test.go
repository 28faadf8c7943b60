// Package alerts_test holds the alert rules against promtool, against what a
// server really exports, and against the runbook.
package alerts_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestMain(m *testing.M) { os.Exit(serverkit.Main(m)) }

const (
	reglas    = "carpeta.rules.yaml"
	ruleTests = "carpeta_test.yaml"
	promises  = "promesas_test.yaml"
	days      = "dias_test.yaml"
	manual    = "../../docs/runbook.md"
	timeout   = 5 * time.Minute
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func promtool(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	path, err := exec.LookPath("promtool")
	if err != nil {
		services.NotRun(t, "promtool is not installed (Debian: prometheus; `make servicios` brings it)")
	}
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOGC=400") // its memory is small, and a fifth of its time was spent on it
	output, err := cmd.CombinedOutput()
	return string(output), err
}

// Each test runs with the rules that concern it, and each rule concerns some test.
func TestRules(t *testing.T) {
	if output, err := promtool(t, ".", "check", "rules", reglas); err != nil {
		t.Errorf("promtool check rules: %v\n%s", err, output)
	}
	rs, dir, args, tested := parseRules(t, read(t, reglas)), t.TempDir(), []string{"test", "rules"}, map[int]bool{}
	for _, file := range []string{ruleTests, promises, days} {
		for _, p := range pieces(t, file) {
			args = append(args, rs.write(t, dir, p))
			maps.Copy(tested, rs.concern(p))
		}
	}
	if output, err := promtool(t, dir, args...); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	for i, r := range rs.all {
		if !tested[i] {
			t.Errorf("%s%s concerns no test", r.Alert, r.Record)
		}
	}
}

// The tests notice rules that fire too early, or never. Those run that look at the alert, until one has noticed.
func TestTheTestsNoticeAChange(t *testing.T) {
	services.Night(t, "TestRules")
	rs := parseRules(t, read(t, reglas))
	for _, c := range []struct{ tests, old, changed string }{
		{ruleTests, "(last_over_time(rabbitmq_dlq_messages[5m])) > 0", "(last_over_time(rabbitmq_dlq_messages[5m])) > 2"},
		{ruleTests, "carpeta_saga_oldest_age_seconds) > 300", "carpeta_saga_oldest_age_seconds) > 60"},
		{ruleTests, "or vector(0)) < 3", "or vector(0)) < 2"},
		{ruleTests, "or vector(0)) < 2", "or vector(0)) < 1"},
		{days, "carpeta_disk_free_bytes < 0.1 *", "carpeta_disk_free_bytes < 0.01 *"},
		{days, "carpeta_disk_free_bytes[6h], 86400) < 0", "carpeta_disk_free_bytes[6h], 864) < 0"},
		{days, "timestamp_seconds > 36 * 3600", "timestamp_seconds > 360 * 3600"},
		{ruleTests, "group_left () 2 * min", "group_left () 200 * min"},
		{promises, "promesa_gasto:1h > 14.4", "promesa_gasto:1h > 1440"},
		{promises, "promesa_gasto:6h > 6", "promesa_gasto:6h > 60"},
		{days, "promesa_gasto:1d > 3", "promesa_gasto:1d > 30"},
		{days, "promesa_gasto:3d > 1", "promesa_gasto:3d > 10"},
	} {
		other := parseRules(t, strings.Replace(read(t, reglas), c.old, c.changed, 1))
		var changed []string
		for i, r := range other.all {
			if r.Expr != rs.all[i].Expr {
				changed = append(changed, r.Alert)
			}
		}
		if len(changed) != 1 {
			t.Fatalf("%q is in the expressions of the alerts %q, want one", c.old, changed)
		}
		noticed := slices.ContainsFunc(pieces(t, c.tests), func(p piece) bool {
			if !slices.Contains(p.alerts, changed[0]) {
				return false
			}
			dir := t.TempDir()
			output, err := promtool(t, dir, "test", "rules", other.write(t, dir, p))
			return err != nil && strings.Contains(output, "FAILED")
		})
		if !noticed {
			t.Errorf("nobody noticed %q", c.changed)
		}
	}
}

var alertName = regexp.MustCompile(`(?m)^\s+- alert: (\w+)$`)

func alerts(t *testing.T) (names []string) {
	t.Helper()
	for _, m := range alertName.FindAllStringSubmatch(read(t, reglas), -1) {
		names = append(names, m[1])
	}
	if len(names) < 8 {
		t.Fatalf("only %d alerts found", len(names))
	}
	return names
}

// Each alert is seen to fire and not to fire, and has its place in the runbook.
func TestEveryAlertIsTestedAndExplained(t *testing.T) {
	text, runbook := read(t, ruleTests)+read(t, promises)+read(t, days), read(t, manual)
	for _, a := range alerts(t) {
		if !regexp.MustCompile(`alertname: ` + a + `, exp_alerts: \[\]`).MatchString(text) {
			t.Errorf("%s: no test sees it keep quiet", a)
		}
		if !regexp.MustCompile(`alertname: ` + a + `\n\s+exp_alerts:\n`).MatchString(text) {
			t.Errorf("%s: no test sees it fire", a)
		}
		if !regexp.MustCompile(`(?m)^### ` + a + `$`).MatchString(runbook) {
			t.Errorf("%s: docs/runbook.md has no section of that name", a)
		}
		if !strings.Contains(read(t, reglas), "runbook_url: docs/runbook.md#"+strings.ToLower(a)) {
			t.Errorf("%s: no link to its section", a)
		}
	}
}

// ofOthers are exported by RabbitMQ's own plugin, rabbitmq_prometheus, and by a server whose services speak TLS: that
// one is in TestCertificatesOfTheServices (e2e), which reads the metric.
var ofOthers = []string{"rabbitmq_identity_info", "carpeta_service_certificate_expires_timestamp_seconds"}

var (
	metric = regexp.MustCompile(`\b(?:carpeta|documento|rabbitmq)_[a-z_]+\b`) // a recorded one has a colon behind its first word
	labels = regexp.MustCompile(`\b(?:by|on) \([^)]*\)`)
)

// A rule on a metric that nobody exports never fires.
func TestEveryMetricIsExported(t *testing.T) {
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "30", "--archivos")[0]
	s := house.With("CARPETA_RECONCILE_INTERVAL=1s", "CARPETA_PESOS=op-orinoquia=2", "CARPETA_TRAZAS_URL=http://127.0.0.1:9/v1/traces").Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	list := serverkit.Do[struct {
		Carpeta struct {
			Documentos struct {
				Nodes []struct {
					ID          string
					Certificado bool
				}
			}
		}
	}](t, c, `query($id: ID!) { carpeta(id: $id) { documentos(first: 30) { nodes { id certificado } } } }`, map[string]any{"id": mine.CarpetaID})
	ds := list.Carpeta.Documentos.Nodes
	free := slices.IndexFunc(ds, func(d struct {
		ID          string
		Certificado bool
	}) bool {
		return !d.Certificado
	})
	serverkit.SSE(t, c, `subscription($id: ID!) { novedadesDeCarpeta(carpetaId: $id) { tipo } }`, map[string]any{"id": mine.CarpetaID}).Close()
	serverkit.Do[any](t, c, `mutation($d: ID!) { deleteDocumento(input: {documentoId: $d}) { eliminacion { estado } } }`, map[string]any{"d": ds[free].ID})

	(serverkit.Client{URL: s.URL, Token: "no token"}).MustPost(t, `{ __typename }`, nil) // the count of refused ones begins

	issuer := httptest.NewServer(http.NotFoundHandler()) // keys are asked for, and do not come
	defer issuer.Close()
	cert, key := certs.Write(t, t.TempDir(), 1, time.Now())
	_, ofOther := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_TLS_CERT="+cert, "CARPETA_TLS_KEY="+key,
		"CARPETA_AUTH_ISSUER="+issuer.URL, "CARPETA_AUTH_AUDIENCE=carpeta").Start(t).Admin(t, "/metrics")

	var missing []string
	defer func() {
		if t.Failed() {
			t.Errorf("nobody exports %q", missing)
		}
	}()
	serverkit.WaitFor(t, timeout, "every metric of the rules", func() bool {
		_, text := s.Admin(t, "/metrics")
		text += "\n" + ofOther
		missing = nil
		for _, m := range named(t) {
			if !slices.Contains(ofOthers, m) && !regexp.MustCompile(`(?m)^`+m+`[{ ]`).MatchString(text) {
				missing = append(missing, m)
			}
		}
		return len(missing) == 0
	})
}

// named are the metrics in the expressions of the rules.
func named(t *testing.T) (ms []string) {
	t.Helper()
	var file struct {
		Groups []struct{ Rules []struct{ Expr string } }
	}
	if err := yaml.Unmarshal([]byte(read(t, reglas)), &file); err != nil {
		t.Fatal(err)
	}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			ms = append(ms, metric.FindAllString(labels.ReplaceAllString(r.Expr, ""), -1)...)
		}
	}
	slices.Sort(ms)
	return slices.Compact(ms)
}
