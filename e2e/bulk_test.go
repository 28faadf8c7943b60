package e2e_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestManyAtOnceAreHeardOf: who deletes documents one after the other hears of each as it
// happens, and who deletes a hundred at once is not too slow to hear of every step.
func TestManyAtOnceAreHeardOf(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "160", "--archivos")[0]
		c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
		free := deletable(allFilas(t, c, mine.CarpetaID))[:111]
		deleteDocumento(t, c, free[0], 600)
		listeners := map[string]*serverkit.Subscription{}
		for name, open := range serverkit.Transports {
			listeners[name] = open(t, c, carpetaSubscription, obj{"id": mine.CarpetaID})
			nextEliminacion(t, listeners[name])
		}
		heardLive(t, c, free[1:11], listeners)
		accepted := 0
		deleteMany(t.Context(), c, free[11:], func(string, string) { accepted++ })
		if accepted != 100 {
			t.Fatalf("%d of 100 deletions were accepted", accepted)
		}
		for name, listener := range listeners {
			hearAll(t, name, listener, accepted)
		}
	})
}

// heardLive deletes one document after the other, each when the one before was heard to
// its end. Without events a subscription would read the store again only every
// Refresh: half of that for each is far more than events take, on any machine.
func heardLive(t *testing.T, c serverkit.Client, ids []string, listeners map[string]*serverkit.Subscription) {
	t.Helper()
	from := time.Now()
	for _, id := range ids {
		deleteDocumento(t, c, id, 0)
		for name, listener := range listeners {
			hearAll(t, name, listener, 1)
		}
	}
	if took := time.Since(from); took > time.Duration(len(ids))*hub.Refresh/2 {
		t.Errorf("%d deletions were heard of in %s: that is reading again, not hearing", len(ids), took)
	}
}
