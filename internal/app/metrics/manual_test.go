package metrics_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

var (
	propia      = regexp.MustCompile(`fqName: "((?:carpeta|documento|rabbitmq)_\w+)".* variableLabels: \{([\w,]*)\}`)
	nombrada    = regexp.MustCompile("`((?:carpeta|documento|rabbitmq)_\\w+)`")
	entreTildes = regexp.MustCompile("`(\\w+)`")
)

// TestElManualNombraLasMetricas: the table of docs/operacion.md has every metric with
// its labels, and no other.
func TestElManualNombraLasMetricas(t *testing.T) {
	m := metrics.New()
	m.DeadLetters(func(context.Context) ([]broker.QueueStats, error) { return nil, nil })
	m.Backlog(func() ([]outbox.Figures, time.Time) { return nil, time.Time{} })
	m.Certificate(time.Now)
	ch := make(chan *prometheus.Desc)
	go func() { defer close(ch); m.Describe(ch) }()
	hay := map[string]string{}
	for d := range ch {
		if p := propia.FindStringSubmatch(d.String()); p != nil {
			ls := strings.Split(p[2], ",")
			slices.Sort(ls)
			hay[p[1]] = strings.Join(ls, ",")
		}
	}
	dice := tabla(t)
	for nombre, etiquetas := range hay {
		if d, esta := dice[nombre]; !esta || d != etiquetas {
			t.Errorf("%s{%s}: docs/operacion.md says {%s} (there: %v)", nombre, etiquetas, d, esta)
		}
		delete(dice, nombre)
	}
	for nombre := range dice {
		t.Errorf("docs/operacion.md has %s, which nobody exports", nombre)
	}
}

// tabla reads the rows "names | labels | watch"; names that are joined by a dot share
// the labels, or have one group each.
func tabla(t *testing.T) map[string]string {
	t.Helper()
	texto, err := os.ReadFile("../../../docs/operacion.md")
	if err != nil {
		t.Fatal(err)
	}
	dice := map[string]string{}
	for fila := range strings.Lines(string(texto)) {
		celdas := strings.Split(fila, "|")
		if len(celdas) < 4 || !nombrada.MatchString(celdas[1]) {
			continue
		}
		grupos := strings.Split(celdas[2], "·")
		for n, m := range nombrada.FindAllStringSubmatch(celdas[1], -1) {
			var etiquetas []string
			for _, e := range entreTildes.FindAllStringSubmatch(grupos[min(n, len(grupos)-1)], -1) {
				etiquetas = append(etiquetas, e[1])
			}
			slices.Sort(etiquetas)
			dice[m[1]] = strings.Join(etiquetas, ",")
		}
	}
	return dice
}
