package metrics_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestRefusedConnectionsBeginAtZero: a counter that appears at 1 has not increased for Prometheus, and rings nothing.
func TestRefusedConnectionsBeginAtZero(t *testing.T) {
	text := scrape(metrics.New())
	for _, server := range []string{"api", "admin"} {
		for _, cause := range []string{listener.CauseClient, listener.CauseAll, listener.CauseDescriptors, listener.CauseResets} {
			if line := `carpeta_connections_refused_total{causa="` + cause + `",servidor="` + server + `"} 0`; !strings.Contains(text, line+"\n") {
				t.Errorf("no %s", line)
			}
		}
	}
}
