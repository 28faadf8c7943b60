package e2e_test

import (
	"context"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestOrderlyStopLosesNothing is SIGTERM during load: exit code 0, nothing lost, and
// subscribers are told.
func TestOrderlyStopLosesNothing(t *testing.T) {
	onBothWays(t, func(t *testing.T, house *serverkit.House) {
		house = house.With(shortPlazos...)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "200", "--archivos")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		before := allFilas(t, c, mine.CarpetaID)
		free := deletable(before)
		deleteDocumento(t, c, free[0], 5)
		openVentana := deleteDocumento(t, c, free[1], 600) // its window is open when the server stops
		listeners := map[string]*serverkit.Subscription{}
		for name, open := range serverkit.Transports {
			listeners[name] = open(t, c, oneSubscription, obj{"id": openVentana.EventoID})
			nextEliminacion(t, listeners[name])
		}
		accepted := map[string]bool{}
		code := make(chan int, 1)
		reading, stopReading := context.WithCancel(t.Context())
		var readers sync.WaitGroup
		for range 4 {
			readers.Go(func() { readWithoutPause(reading, c, mine.CarpetaID) })
		}
		deleteMany(t.Context(), c, free[2:], func(id, _ string) {
			if accepted[id] = true; len(accepted) == 60 {
				go func() { code <- s.Stop(t) }()
			}
		})
		if n := <-code; n != 0 {
			t.Errorf("exit code %d", n)
		}
		stopReading()
		readers.Wait()
		for name, listener := range listeners {
			_, end := listener.UntilEnd(t, soon)
			sentAway(t, name, end)
		}
		s.Restart(t)
		requireCancelada(t, c, openVentana.EventoID) // the open window was not lost
		requireFinished(t, house, c, mine.CarpetaID, before, accepted, free[0])
	})
}

func readWithoutPause(ctx context.Context, c serverkit.Client, carpetaID string) {
	for ctx.Err() == nil {
		if _, err := c.Post(ctx, pageQuery, obj{"id": carpetaID, "first": 20}); err != nil {
			return
		}
	}
}

// sentAway: neither complete nor an error, which would tell a client that its
// subscription is over, but an end it comes back from.
func sentAway(t *testing.T, name string, end serverkit.End) {
	t.Helper()
	same(t, name+": complete or errors", obj{"complete": false, "errors": 0}, obj{"complete": end.Complete, "errors": len(end.Errors)})
	if name == "WebSocket" {
		same(t, "its close frame", obj{"code": 1001, "reason": true}, obj{"code": end.CloseCode, "reason": end.Reason != ""})
	}
}

// requireFinished: whatever was accepted and not taken back completes after the restart,
// and the rest is as it was.
func requireFinished(t *testing.T, house *serverkit.House, c serverkit.Client, carpetaID string, before map[string]fila, accepted map[string]bool, waiting string) {
	t.Helper()
	var list []eliminacionView
	serverkit.WaitFor(t, recovery, "all deletions completed", func() bool {
		list = eliminacionesOf(t, c, carpetaID)
		n := countByEstado(list)
		return n["COMPLETADA"]+n["CANCELADA"] == len(list)
	})
	var deleted []string
	for _, b := range list {
		if id := globalID("Documento", carpetaID, b.DocumentoID); b.Estado == "COMPLETADA" {
			deleted = append(deleted, id)
			delete(accepted, id)
		}
	}
	if len(accepted) > 0 {
		t.Errorf("%d accepted deletions were lost", len(accepted))
	}
	if exists(t, c, waiting) {
		t.Error("the deletion that waited was lost")
	}
	intact(t, house, c, carpetaID, before, deleted)
}
