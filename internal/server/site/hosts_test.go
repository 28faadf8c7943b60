package site_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// TestHosts: only the server's own names, addresses and names of this machine are served,
// on both addresses. Another name is that of a page which had it point here.
func TestHosts(t *testing.T) {
	api := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	names := []string{"carpeta.example.org"}
	for address, h := range map[string]http.Handler{
		site.Path: site.New(site.Config{API: api, Hosts: names}),
		"/livez":  site.NewAdmin(site.AdminConfig{Hosts: names}),
	} {
		for host, status := range map[string]int{
			"localhost": 200, "localhost:8080": 200, "LOCALHOST.": 200, "carpeta.localhost:1": 200, "127.0.0.1:8080": 200, "[::1]:8080": 200, "[::1]": 200,
			"10.1.2.3:8081": 200, "carpeta.example.org": 200, "Carpeta.Example.Org:443": 200, "carpeta.example.org.": 200, "": 200,
			"malo.example": 421, "malo.example:8080": 421, "carpeta.example.org.malo.example": 421, "xcarpeta.example.org": 421, "localhost.malo.example": 421,
			"127.0.0.1.malo.example": 421, "xlocalhost": 421, "0x7f.1": 421, "carpeta.example.org:8080@malo.example": 421,
		} {
			r := httptest.NewRequest(http.MethodGet, address, nil)
			r.Host = host
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != status {
				t.Errorf("%s for %q: %d", address, host, w.Code)
			}
			if status == 421 && (!strings.Contains(w.Body.String(), `"FORBIDDEN"`) || !strings.Contains(w.Body.String(), "CARPETA_HOSTS") || !json.Valid(w.Body.Bytes())) {
				t.Errorf("%s for %q: %s", address, host, w.Body)
			}
		}
	}
}
