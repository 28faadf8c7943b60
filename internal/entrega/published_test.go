package entrega_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// An entity may publish its keys instead of registering them.
func TestKeysThatAreFetched(t *testing.T) {
	m := newMundo(t, world.Config{Internal: auth.Internal{Hosts: []string{"127.0.0.1"}}})
	var down atomic.Bool
	keys := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		_, _ = w.Write([]byte(m.uni.JWKS(t)))
	}))
	t.Cleanup(keys.Close)
	alta := entidad.Alta{EntidadID: "universidad", Nombre: "La universidad", LlavesURL: keys.URL + "/llaves"}
	_, err := m.Entidades.Registrar(t.Context(), world.Administrador(), alta)
	m.bien(err)
	down.Store(true)
	_, _, err = m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(m.uni, "contenido", nil))
	m.quiere("nobody answers there", err, fault.Unavailable)
	m.nada("nobody answers there")
	down.Store(false)
	m.pasa(2e9)
	m.entregar(m.uni, "contenido")
	down.Store(true) // known keys are good over an outage
	m.entregar(m.uni, "otro contenido")
	other := world.NewSigner(t, "universidad", "k2")
	_, _, err = m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(other, "tercero", nil))
	m.quiere("an unknown key", err, fault.UnknownLlave)
}
