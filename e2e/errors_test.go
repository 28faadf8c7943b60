package e2e_test

import (
	"net/http"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// requireCode: a code, HTTP 200 or 4xx, and the members of RFC 9457.
func requireCode(t *testing.T, name string, r serverkit.Answer, codes ...string) {
	t.Helper()
	good := false
	for _, code := range codes {
		good = good || r.Code() == code
	}
	if !good || r.Status != http.StatusOK && r.Status/100 != 4 {
		t.Errorf("%s: %d %s; want code %v", name, r.Status, r.Body, codes)
		return
	}
	e := r.Errors[0].Extensions
	if r.Errors[0].Message == "" || e.Type == "" || e.Title == "" || e.Instance == "" {
		t.Errorf("%s: incomplete error %s", name, r.Body)
	}
}
