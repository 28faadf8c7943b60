package documento_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// The link of an upload that a revoked person announced is not good any more; one that
// was announced afterwards is.
func TestRevokedPersonsLinksAreRefused(t *testing.T) {
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1:1" }})
	list := auth.NewRevocationFile(t.TempDir())
	revoked := auth.NewRevocations(auth.RevocationsConfig{Source: list, Max: 10, Clock: time.Now})
	awaited := documento.Esperadas{Documentos: w.Store, Carpetas: w.Store, Revocadas: revoked}
	quien, n, d := enviada(t, w)
	if err := awaited.Espera(t.Context(), d.Clave()); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Millisecond)
	at := time.Now()
	if err := list.Change(t.Context(), func([]auth.Revocation) ([]auth.Revocation, error) {
		return []auth.Revocation{{Subject: quien.Sub, Before: at, Until: at.Add(time.Hour)}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := revoked.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := awaited.Espera(t.Context(), d.Clave()); fault.CodeOf(err) != fault.Forbidden {
		t.Errorf("announced before: %v", err)
	}
	time.Sleep(5 * time.Millisecond)
	later, _, err := w.Documentos.IniciarCarga(t.Context(), quien, d.CarpetaID, n)
	if err != nil {
		t.Fatal(err)
	}
	if err := awaited.Espera(t.Context(), later.Clave()); err != nil {
		t.Errorf("announced later: %v", err)
	}
}
