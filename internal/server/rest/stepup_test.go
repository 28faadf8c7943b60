package rest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/rest"
)

// TestStepUpForExports: a file of the trail needs another sign-in, in every form; a page does not.
func TestStepUpForExports(t *testing.T) {
	h := start(t, func(h *house) {
		h.door.Verifier.Clock = h.door.Clock
		h.door.Verifier.StepUp = auth.StepUp{act.Exportar: fault.Challenge{ACRValues: []string{"alto"}, MaxAge: time.Minute}}
	})
	h.fill(3)
	for _, media := range []string{"text/csv", "application/jsonl"} {
		a := h.get(operador, rest.Events, "Accept", media)
		if got := a.Header.Get("WWW-Authenticate"); a.StatusCode != http.StatusUnauthorized ||
			got != `Bearer error="insufficient_user_authentication", acr_values="alto", max_age="60"` {
			t.Errorf("%s: %d %q", media, a.StatusCode, got)
		}
		if !strings.Contains(a.body, `"acr_values":["alto"],"max_age":60`) || !strings.Contains(a.body, `"code":"INSUFFICIENT_AUTHENTICATION"`) {
			t.Error(a.body)
		}
	}
	if a := h.get(operador, rest.Events); a.StatusCode != http.StatusOK {
		t.Error(a.StatusCode, a.body)
	}
}
