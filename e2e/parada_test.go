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
	enAmbos(t, func(t *testing.T, p serverkit.Perfil) {
		casa := serverkit.NuevaCasa(t, p).Con(plazosCortos...)
		mia := casa.Sembrar(t, "--carpetas", "1", "--documentos", "200", "--archivos")[0]
		s := casa.Iniciar(t)
		c := s.Cliente(t, mia.CiudadanoID, "ciudadano")
		antes := todos(t, c, mia.CarpetaID)
		libres := borrables(antes)
		borrar(t, c, libres[0], 5)
		abierta := borrar(t, c, libres[1], 600) // its window is open when the server stops
		oyentes := map[string]*serverkit.Suscripcion{}
		for nombre, abrir := range serverkit.Transportes {
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
				go func() { codigo <- s.Parar(t) }()
			}
		})
		if n := <-codigo; n != 0 {
			t.Errorf("exit code %d", n)
		}
		dejar()
		lectores.Wait()
		for nombre, oyente := range oyentes {
			_, fin := oyente.HastaElFin(t, pronto)
			avisado(t, nombre, fin)
		}
		s.Reiniciar(t)
		if r := cancelar(t, c, abierta.EventoID); r.Eliminacion == nil || r.Eliminacion.Estado != "CANCELADA" {
			t.Errorf("the open window was lost: %+v", r)
		}
		terminado(t, casa, c, mia.CarpetaID, antes, aceptados, libres[0])
	})
}

func leerSinParar(ctx context.Context, c serverkit.Cliente, carpetaID string) {
	for ctx.Err() == nil {
		if _, err := c.Enviar(ctx, consultaPagina, obj{"id": carpetaID, "first": 20}); err != nil {
			return
		}
	}
}

// avisado: neither complete nor an error, which would tell a client that its
// subscription is over, but an end it comes back from.
func avisado(t *testing.T, nombre string, fin serverkit.Fin) {
	t.Helper()
	if fin.Completa || len(fin.Errores) > 0 || nombre == "WebSocket" && (fin.Cierre != 1001 || fin.Motivo == "") {
		t.Errorf("%s: ended with %+v", nombre, fin)
	}
}

// terminado: whatever was accepted and not taken back completes after the restart,
// and the rest is as it was.
func terminado(t *testing.T, casa *serverkit.Casa, c serverkit.Cliente, carpetaID string, antes map[string]fila, aceptados map[string]bool, enEspera string) {
	t.Helper()
	var lista []borrado
	serverkit.Esperar(t, recuperacion, "all deletions completed", func() bool {
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
