// Package alertas_test holds the alert rules against promtool, against what a
// server really exports, and against the runbook.
package alertas_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestMain(m *testing.M) { os.Exit(serverkit.Main(m)) }

const (
	reglas  = "carpeta.rules.yaml"
	pruebas = "carpeta_test.yaml"
	manual  = "../../docs/saga.md"
	plazo   = 5 * time.Minute
)

func leer(t *testing.T, ruta string) string {
	t.Helper()
	texto, err := os.ReadFile(ruta)
	if err != nil {
		t.Fatal(err)
	}
	return string(texto)
}

func promtool(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	ruta, err := exec.LookPath("promtool")
	if err != nil {
		services.NotRun(t, "promtool is not installed (Debian: prometheus; `make servicios` brings it)")
	}
	cmd := exec.CommandContext(t.Context(), ruta, args...)
	cmd.Dir = dir
	salida, err := cmd.CombinedOutput()
	return string(salida), err
}

func TestRules(t *testing.T) {
	for _, args := range [][]string{{"check", "rules", reglas}, {"test", "rules", pruebas}} {
		if salida, err := promtool(t, ".", args...); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, salida)
		}
	}
}

// The tests notice rules that fire too early, or never.
func TestTheTestsNoticeAChange(t *testing.T) {
	for vieja, nueva := range map[string]string{
		"(last_over_time(rabbitmq_dlq_messages[5m])) > 0": "(last_over_time(rabbitmq_dlq_messages[5m])) > 2",
		"carpeta_saga_oldest_age_seconds) > 300":          "carpeta_saga_oldest_age_seconds) > 60",
		"or vector(0)) < 2":                               "or vector(0)) < 1",
	} {
		texto := leer(t, reglas)
		if !strings.Contains(texto, vieja) {
			t.Fatalf("the rules do not say %q any more", vieja)
		}
		dir := t.TempDir()
		for nombre, contenido := range map[string]string{reglas: strings.Replace(texto, vieja, nueva, 1), pruebas: leer(t, pruebas)} {
			if err := os.WriteFile(dir+"/"+nombre, []byte(contenido), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := promtool(t, dir, "test", "rules", pruebas); err == nil {
			t.Errorf("nobody noticed %q", nueva)
		}
	}
}

var nombreAlerta = regexp.MustCompile(`(?m)^\s+- alert: (\w+)$`)

func alertas(t *testing.T) (nombres []string) {
	t.Helper()
	for _, m := range nombreAlerta.FindAllStringSubmatch(leer(t, reglas), -1) {
		nombres = append(nombres, m[1])
	}
	if len(nombres) < 8 {
		t.Fatalf("only %d alerts found", len(nombres))
	}
	return nombres
}

// Each alert is seen to fire and not to fire, and has its place in the runbook.
func TestEveryAlertIsTestedAndExplained(t *testing.T) {
	texto, libro := leer(t, pruebas), leer(t, manual)
	for _, a := range alertas(t) {
		if !regexp.MustCompile(`alertname: ` + a + `, exp_alerts: \[\]`).MatchString(texto) {
			t.Errorf("%s: no test sees it keep quiet", a)
		}
		if !regexp.MustCompile(`alertname: ` + a + `\n\s+exp_alerts:\n`).MatchString(texto) {
			t.Errorf("%s: no test sees it fire", a)
		}
		if !regexp.MustCompile(`(?m)^### ` + a + `$`).MatchString(libro) {
			t.Errorf("%s: docs/saga.md has no section of that name", a)
		}
		if !strings.Contains(leer(t, reglas), "runbook_url: docs/saga.md#"+strings.ToLower(a)) {
			t.Errorf("%s: no link to its section", a)
		}
	}
}

// deOtros are exported by RabbitMQ's own plugin, rabbitmq_prometheus.
var deOtros = []string{"rabbitmq_identity_info"}

var (
	metrica   = regexp.MustCompile(`\b(?:carpeta|documento|rabbitmq)_[a-z_]+\b`)
	etiquetas = regexp.MustCompile(`\b(?:by|on) \([^)]*\)`)
)

// A rule on a metric that nobody exports never fires.
func TestEveryMetricIsExported(t *testing.T) {
	casa := serverkit.NewHouse(t, serverkit.Embedded)
	mia := casa.Seed(t, "--carpetas", "1", "--documentos", "30", "--archivos")[0]
	s := casa.With("CARPETA_RECONCILE_INTERVAL=1s").Start(t)
	c := s.Client(t, mia.CiudadanoID, "ciudadano")
	lista := serverkit.Do[struct {
		Carpeta struct {
			Documentos struct {
				Nodes []struct {
					ID          string
					Certificado bool
				}
			}
		}
	}](t, c, `query($id: ID!) { carpeta(id: $id) { documentos(first: 30) { nodes { id certificado } } } }`, map[string]any{"id": mia.CarpetaID})
	ds := lista.Carpeta.Documentos.Nodes
	libre := slices.IndexFunc(ds, func(d struct {
		ID          string
		Certificado bool
	}) bool {
		return !d.Certificado
	})
	serverkit.Do[any](t, c, `mutation($d: ID!) { deleteDocumento(input: {documentoId: $d}) { eliminacion { estado } } }`, map[string]any{"d": ds[libre].ID})

	cert, llave := certs.Write(t, t.TempDir(), 1, time.Now())
	_, conTLS := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_TLS_CERT="+cert, "CARPETA_TLS_KEY="+llave).Start(t).Admin(t, "/metrics")

	var faltan []string
	defer func() {
		if t.Failed() {
			t.Errorf("nobody exports %q", faltan)
		}
	}()
	serverkit.WaitFor(t, plazo, "every metric of the rules", func() bool {
		_, texto := s.Admin(t, "/metrics")
		texto += "\n" + conTLS
		faltan = nil
		for _, m := range nombradas(t) {
			if !slices.Contains(deOtros, m) && !regexp.MustCompile(`(?m)^`+m+`[{ ]`).MatchString(texto) {
				faltan = append(faltan, m)
			}
		}
		return len(faltan) == 0
	})
}

// nombradas are the metrics in the expressions of the rules.
func nombradas(t *testing.T) (ms []string) {
	t.Helper()
	for _, linea := range strings.Split(leer(t, reglas), "\n") {
		if _, expr, es := strings.Cut(linea, "expr:"); es {
			ms = append(ms, metrica.FindAllString(etiquetas.ReplaceAllString(expr, ""), -1)...)
		}
	}
	slices.Sort(ms)
	return slices.Compact(ms)
}
