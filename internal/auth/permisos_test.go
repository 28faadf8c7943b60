package auth_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// A token of an entity without permissions delivers, as tokens of before do, and asks nobody for anything.
func TestPermisos(t *testing.T) {
	emisor, err := auth.OpenEmisor(t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	acts := map[auth.Permiso]func(auth.Principal) error{auth.Emision: auth.MayEntregar, auth.Solicitar: auth.MaySolicitar, auth.Consultar: auth.MayConsultar}
	for _, given := range [][]auth.Permiso{nil, {auth.Emision}, {auth.Solicitar}, {auth.Consultar, auth.Solicitar}} {
		token, err := emisor.Permitting(given...).Issue("ana", auth.Entidad, "andes", time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		p, err := emisor.Verifier().Verify(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		for que, may := range acts {
			want := given == nil && que == auth.Emision
			for _, g := range given {
				want = want || g == que
			}
			if got := may(p) == nil; got != want {
				t.Errorf("%v: may %s: %v", given, que, got)
			}
		}
		if len(given) > 1 && (auth.MayReadRecibido(p, "andes") != nil || auth.MayReadRecibido(p, "otra") == nil || auth.MayReadSolicitud(p, "1", "otra") == nil) {
			t.Error("what another entity has")
		}
	}
	if _, err := emisor.Permitting("mandar").Issue("ana", auth.Entidad, "andes", time.Hour); err == nil {
		t.Error("an unknown permission")
	}
}
