package e2e_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestMuchosALaVez: who deletes documents one after the other hears of each as it
// happens, and who deletes a hundred at once is not too slow to hear of every step.
func TestMuchosALaVez(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "160", "--archivos")[0]
		c := casa.Start(t).Client(t, mia.CiudadanoID, "ciudadano")
		libres := borrables(todos(t, c, mia.CarpetaID))[:111]
		borrar(t, c, libres[0], 600)
		oyentes := map[string]*serverkit.Subscription{}
		for nombre, abrir := range serverkit.Transports {
			oyentes[nombre] = abrir(t, c, suscripcionCarpeta, obj{"id": mia.CarpetaID})
			siguiente(t, oyentes[nombre])
		}
		enVivo(t, c, libres[1:11], oyentes)
		aceptados := 0
		pedirBorrados(t.Context(), c, libres[11:], func(string, string) { aceptados++ })
		if aceptados != 100 {
			t.Fatalf("%d of 100 deletions were accepted", aceptados)
		}
		for nombre, oyente := range oyentes {
			oirTodo(t, nombre, oyente, aceptados)
		}
	})
}

// enVivo deletes one document after the other, each when the one before was heard to
// its end. Without events a subscription would read the store again only every
// Refresh: half of that for each is far more than events take, on any machine.
func enVivo(t *testing.T, c serverkit.Client, ids []string, oyentes map[string]*serverkit.Subscription) {
	t.Helper()
	desde := time.Now()
	for _, id := range ids {
		borrar(t, c, id, 0)
		for nombre, oyente := range oyentes {
			oirTodo(t, nombre, oyente, 1)
		}
	}
	if duro := time.Since(desde); duro > time.Duration(len(ids))*hub.Refresh/2 {
		t.Errorf("%d deletions were heard of in %s: that is reading again, not hearing", len(ids), duro)
	}
}
