package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestApprovalNeedsASignIn: a token that does not say when its person signed in, or at no level that is enough, approves
// nothing, and rejects as before; after signing in its person approves.
func TestApprovalNeedsASignIn(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p).With("CARPETA_AUTH_MAX_AGE=aprobar=1h", "CARPETA_AUTH_ACR_VALUES=aprobar=alto muy-alto")
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "80", "--archivos")[0]
		s := house.Start(t)
		a := peopleOf(t, house, s, mine)
		operador := serverkit.Do[alias[struct{ OperadorID string }]](t, a.dueno, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
		as := func(acr string) serverkit.Client {
			return serverkit.Client{URL: s.URL, Token: house.TokenOfLevel(t, "ana", "operador", operador, acr, time.Hour)}
		}
		e := a.solicitar(t, a.dueno, a.free[0])
		for _, acr := range []string{"", "bajo"} {
			r := as(acr).MustPost(t, aprobarMutation, obj{"id": e.EventoID})
			requireCode(t, "level "+acr, r, "INSUFFICIENT_AUTHENTICATION")
			want := `Bearer error="insufficient_user_authentication", acr_values="alto muy-alto", max_age="3600"`
			if got := r.Header.Get("WWW-Authenticate"); r.Status != http.StatusUnauthorized || got != want {
				t.Errorf("level %q: %d %q", acr, r.Status, got)
			}
		}
		a.requireIntact(t, a.free[1])
		if r := askAprobacion(t, as("muy-alto"), aprobarMutation, obj{"id": e.EventoID}); len(r.Errores) > 0 || r.Eliminacion == nil {
			t.Errorf("after signing in: %+v", r)
		}
		other := a.solicitar(t, a.dueno, a.free[1])
		if r := askAprobacion(t, as(""), rechazarMutation, obj{"id": other.EventoID, "nota": "No."}); len(r.Errores) > 0 {
			t.Errorf("a rejection: %+v", r)
		}
	})
}
