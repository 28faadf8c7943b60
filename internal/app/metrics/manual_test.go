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

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

var (
	own    = regexp.MustCompile(`fqName: "((?:carpeta|documento|rabbitmq)_\w+)".* variableLabels: \{([\w,]*)\}`)
	named  = regexp.MustCompile("`((?:carpeta|documento|rabbitmq)_\\w+)`")
	quoted = regexp.MustCompile("`(\\w+)`")
)

// TestElManualNombraLasMetricas: the table of docs/operacion.md has every metric with
// its labels, and no other.
func TestManualNamesTheMetrics(t *testing.T) {
	m := metrics.New()
	m.DeadLetters(func(context.Context) ([]broker.QueueStats, error) { return nil, nil })
	m.Backlog(func() ([]outbox.Figures, time.Time) { return nil, time.Time{} })
	m.Roles(func() role.Set { return nil })
	m.Certificate(time.Now)
	m.Emisor()
	m.Build("1.2.3", "abc")
	m.Revocations(&auth.Revocations{})
	m.Reading(func() int { return 0 })
	m.Weights(map[string]int{"uno": 2})
	m.Searching(func() int { return 0 })
	m.Transfers(func() int { return 0 }, nil)
	m.Memory(memory.New(memory.Config{}))
	m.DataFolder(nil, nil)
	m.LinksWithheld(func() bool { return false })
	m.ClockDifference(func() (time.Duration, bool) { return 0, false })
	ch := make(chan *prometheus.Desc)
	go func() { defer close(ch); m.Describe(ch) }()
	exported := map[string]string{}
	for d := range ch {
		if p := own.FindStringSubmatch(d.String()); p != nil {
			ls := strings.Split(p[2], ",")
			slices.Sort(ls)
			exported[p[1]] = strings.Join(ls, ",")
		}
	}
	says := table(t)
	for name, labels := range exported {
		if d, there := says[name]; !there || d != labels {
			t.Errorf("%s{%s}: docs/operacion.md says {%s} (there: %v)", name, labels, d, there)
		}
		delete(says, name)
	}
	for name := range says {
		t.Errorf("docs/operacion.md has %s, which nobody exports", name)
	}
}

// table reads the rows "names | labels | watch"; names that are joined by a dot share
// the labels, or have one group each.
func table(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/operacion.md")
	if err != nil {
		t.Fatal(err)
	}
	says := map[string]string{}
	for fila := range strings.Lines(string(text)) {
		cells := strings.Split(fila, "|")
		if len(cells) < 4 || !named.MatchString(cells[1]) {
			continue
		}
		groups := strings.Split(cells[2], "·")
		for n, m := range named.FindAllStringSubmatch(cells[1], -1) {
			var labels []string
			for _, e := range quoted.FindAllStringSubmatch(groups[min(n, len(groups)-1)], -1) {
				labels = append(labels, e[1])
			}
			slices.Sort(labels)
			says[m[1]] = strings.Join(labels, ",")
		}
	}
	return says
}
