package metrics_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

func scrape(m *metrics.Metrics) string {
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// However many operadores there are, a hundred have a label of their own.
func TestOperadoresBeyondAHundredAreTheOthers(t *testing.T) {
	m := metrics.New()
	m.Backlog(func() (fs []outbox.Figures, read time.Time) {
		for i := range 120 {
			fs = append(fs, outbox.Figures{OperadorID: fmt.Sprintf("op%03d", i), Backlog: 2, OldestDue: time.Duration(i) * time.Second})
		}
		return fs, time.Unix(1_700_000_000, 0)
	})
	text := scrape(m)
	if n := strings.Count(text, "\ncarpeta_outbox_backlog{"); n != 101 {
		t.Errorf("%d series", n)
	}
	for _, line := range []string{
		`carpeta_outbox_backlog{operador="op099"} 2`, `carpeta_outbox_backlog{operador="otros"} 40`,
		`carpeta_outbox_oldest_age_seconds{operador="otros"} 119`, `carpeta_outbox_last_read_timestamp_seconds 1.7e+09`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %q", line)
		}
	}
	m.Published(broker.MinioCleanup, "op099")
	m.Published(broker.MinioCleanup, "op150")
	m.Published(broker.DeletionProgress, "op099") // news, no work
	m.Directa(outbox.Ejecutada, "op099")
	m.Directa(outbox.SinLugar, "op099") // its command is what counts
	text = scrape(m)
	for _, line := range []string{`carpeta_outbox_dispatched_total{operador="op099"} 2`, `documento_deletion_direct_total{resultado="ejecutada"} 1`, `carpeta_outbox_dispatched_total{operador="otros"} 1`} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %q", line)
		}
	}
}

// An unknown figure is not told, except the time when it was last known.
func TestNoFiguresNoSeries(t *testing.T) {
	m := metrics.New()
	m.Backlog(func() ([]outbox.Figures, time.Time) { return nil, time.Unix(1_700_000_000, 0) })
	text := scrape(m)
	if strings.Contains(text, "carpeta_outbox_backlog{") || !strings.Contains(text, "carpeta_outbox_last_read_timestamp_seconds 1.7e+09") {
		t.Error(text)
	}
	for _, line := range []string{`documento_deletion_sagas_completed_total{estado="FALLIDA"} 0`, `documento_deletion_publish_failures_total{tipo="documento.minio.cleanup"} 0`} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("an alert watches what is not there before it happens: %q", line)
		}
	}
}
