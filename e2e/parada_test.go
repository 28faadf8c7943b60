package e2e_test

import (
	"context"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestParadaOrdenada is SIGTERM during load: exit code 0, nothing lost, and
// subscribers are told.
func TestParadaOrdenada(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p).With(plazosCortos...)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "200", "--archivos")[0]
		s := casa.Start(t)
		c := s.Client(t, mia.CiudadanoID, "ciudadano")
		antes := todos(t, c, mia.CarpetaID)
		libres := borrables(antes)
		borrar(t, c, libres[0], 5)
		abierta := borrar(t, c, libres[1], 600) // its window is open when the server stops
		oyentes := map[string]*serverkit.Subscription{}
		for nombre, abrir := range serverkit.Transports {
			oyentes[nombre] = abrir(t, c, suscripcionUna, obj{"id": abierta.EventoID})
			siguiente(t, oyentes[nombre])
		}
		aceptados := map[string]bool{}
		codigo := make(chan int, 1)
		leyendo, dejar := context.WithCancel(t.Context())
		var lectores sync.WaitGroup
		for range 4 {
			lectores.Go(func() { leerSinParar(leyendo, c, mia.CarpetaID) })
		}
		pedirBorrados(t.Context(), c, libres[2:], func(id, _ string) {
			if aceptados[id] = true; len(aceptados) == 60 {
				go func() { codigo <- s.Stop(t) }()
			}
		})
		if n := <-codigo; n != 0 {
			t.Errorf("exit code %d", n)
		}
		dejar()
		lectores.Wait()
		for nombre, oyente := range oyentes {
			_, fin := oyente.UntilEnd(t, pronto)
			avisado(t, nombre, fin)
		}
		s.Restart(t)
		if r := cancelar(t, c, abierta.EventoID); r.Eliminacion == nil || r.Eliminacion.Estado != "CANCELADA" {
			t.Errorf("the open window was lost: %+v", r)
		}
		terminado(t, casa, c, mia.CarpetaID, antes, aceptados, libres[0])
	})
}

func leerSinParar(ctx context.Context, c serverkit.Client, carpetaID string) {
	for ctx.Err() == nil {
		if _, err := c.Post(ctx, consultaPagina, obj{"id": carpetaID, "first": 20}); err != nil {
			return
		}
	}
}

// avisado: neither complete nor an error, which would tell a client that its
// subscription is over, but an end it comes back from.
func avisado(t *testing.T, nombre string, fin serverkit.End) {
	t.Helper()
	if fin.Complete || len(fin.Errors) > 0 || nombre == "WebSocket" && (fin.CloseCode != 1001 || fin.Reason == "") {
		t.Errorf("%s: ended with %+v", nombre, fin)
	}
}

// terminado: whatever was accepted and not taken back completes after the restart,
// and the rest is as it was.
func terminado(t *testing.T, casa *serverkit.House, c serverkit.Client, carpetaID string, antes map[string]fila, aceptados map[string]bool, enEspera string) {
	t.Helper()
	var lista []borrado
	serverkit.WaitFor(t, recuperacion, "all deletions completed", func() bool {
		lista = borradosDe(t, c, carpetaID)
		n := contar(lista)
		return n["COMPLETADA"]+n["CANCELADA"] == len(lista)
	})
	var borrados []string
	for _, b := range lista {
		if id := idGlobal("Documento", carpetaID, b.DocumentoID); b.Estado == "COMPLETADA" {
			borrados = append(borrados, id)
			delete(aceptados, id)
		}
	}
	if len(aceptados) > 0 {
		t.Errorf("%d accepted deletions were lost", len(aceptados))
	}
	if existe(t, c, enEspera) {
		t.Error("the deletion that waited was lost")
	}
	intactos(t, casa, c, carpetaID, antes, borrados)
}
