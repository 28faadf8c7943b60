package e2e_test

import (
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestFewDescriptors: where the process may open 400 files, 420 idle connections of one address, and then of another
// one, keep out neither a citizen nor the probes, and the log and the metrics say what happens. (Four hundred and
// twenty had locked out everybody.)
func TestFewDescriptors(t *testing.T) {
	house := serverkit.NewHouse(t, serverkit.Embedded).Plain()
	own := house.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
	s := house.Under(t, "prlimit", "--nofile=400:400").Start(t)
	for _, from := range []string{"127.0.0.1", "127.0.0.2"} {
		crowd(t, s, from, 420)
		citizen := s.Client(t, own.CiudadanoID, "ciudadano")
		// A connection that has said nothing for a second makes room. Before that a further one is refused.
		serverkit.WaitFor(t, soon, "the citizen is served beside 420 idle connections of "+from, func() bool { return sees(t, citizen, own.CarpetaID) })
		for _, probe := range []string{"/readyz", "/livez"} {
			if status, body := s.Admin(t, probe); status != http.StatusOK {
				t.Errorf("420 idle connections of %s: %s is %d %s", from, probe, status, body)
			}
		}
	}
	if _, text := s.Admin(t, "/metrics"); !strings.Contains(text, "carpeta_connections_ended_total{") {
		t.Error("no metric tells of the connections that were ended")
	}
	if !strings.Contains(s.Log(), "see the runbook, CarpetaConexionesRechazadas") {
		t.Errorf("no line of the log tells of it:\n%s", s.Log())
	}
}

// crowd opens connections from an address and says nothing. The server may end them.
func crowd(t *testing.T, s *serverkit.Server, from string, n int) {
	t.Helper()
	d := net.Dialer{Timeout: time.Minute, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	for range n {
		c, err := d.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
		must(t, err)
		t.Cleanup(func() { _ = c.Close() })
	}
}
