package ws_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// TestLongHandshakeIsNotTakenApart: no budget was asked yet. The work is counted in
// allocations.
func TestLongHandshakeIsNotTakenApart(t *testing.T) {
	for _, name := range []string{"Connection", "Upgrade", "Sec-WebSocket-Protocol"} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header = http.Header{
			"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="},
		}
		r.Header[http.CanonicalHeaderKey(name)] = []string{strings.Repeat("a,", 30<<10)}
		n := testing.AllocsPerRun(10, func() {
			if _, err := ws.Accept(httptest.NewRecorder(), r, &ws.Limits{}, "ours"); err == nil {
				t.Error("accepted")
			}
		})
		if n > 20 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
