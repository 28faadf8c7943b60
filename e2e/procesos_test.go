package e2e_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestDosProcesos: a subscriber of one server hears the deletions that another one
// was asked for and handled.
func TestDosProcesos(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Distributed)
	mia := casa.Seed(t, "--carpetas", "1", "--documentos", "50", "--archivos")[0]
	uno, otro := casa.Start(t), casa.Start(t)
	c := uno.Client(t, mia.CiudadanoID, "ciudadano")
	enOtro := serverkit.Client{URL: otro.URL, Token: c.Token}
	antes := todos(t, c, mia.CarpetaID)
	libres := borrables(antes)

	esperando := borrar(t, enOtro, libres[0], 600)
	oyentes := map[string]*serverkit.Subscription{}
	for nombre, abrir := range serverkit.Transports {
		oyentes[nombre] = abrir(t, c, suscripcionCarpeta, obj{"id": mia.CarpetaID})
		siguiente(t, oyentes[nombre]) // the waiting one: it listens now
	}
	const cuantos = 20
	enVivo(t, enOtro, libres[1:cuantos+1], oyentes)
	if n := completadas(t, otro); n == 0 {
		t.Error("the other process handled none of them")
	}
	serverkit.WaitFor(t, pronto, "both together count each once", func() bool { return completadas(t, uno)+completadas(t, otro) == cuantos })
	cancelar(t, c, esperando.EventoID)
	intactos(t, casa, c, mia.CarpetaID, antes, libres[1:cuantos+1])
}

// oirTodo hears every step of n deletions, each once and in order.
func oirTodo(t *testing.T, nombre string, s *serverkit.Subscription, n int) {
	t.Helper()
	vistos := map[string]int{}
	for completos := 0; completos < n; {
		b := siguiente(t, s)
		if b.Secuencia != vistos[b.EventoID]+1 {
			t.Fatalf("%s: secuencia %d after %d", nombre, b.Secuencia, vistos[b.EventoID])
		}
		if vistos[b.EventoID] = b.Secuencia; b.Estado == "COMPLETADA" {
			completos++
		}
	}
}

var metricaCompletadas = regexp.MustCompile(`(?m)^documento_deletion_sagas_completed_total\{estado="COMPLETADA"\} (\S+)$`)

func completadas(t *testing.T, s *serverkit.Server) float64 {
	t.Helper()
	_, texto := s.Admin(t, "/metrics")
	m := metricaCompletadas.FindStringSubmatch(texto)
	if m == nil {
		return 0
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestUnoMuere: what a process that is killed had under way, the other finishes,
// and its subscribers hear of it.
func TestUnoMuere(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Distributed).With(plazosCortos...)
	mia := casa.Seed(t, "--carpetas", "1", "--documentos", "80", "--archivos")[0]
	muere, queda := casa.Start(t), casa.Start(t)
	c := queda.Client(t, mia.CiudadanoID, "ciudadano")
	antes := todos(t, c, mia.CarpetaID)
	libres := borrables(antes)[:50]

	// Windows that end after the death, and commands that are on their way.
	for _, id := range libres[:20] {
		borrar(t, serverkit.Client{URL: muere.URL, Token: c.Token}, id, 2)
	}
	oyente := serverkit.WebSocket(t, c, suscripcionUna, obj{"id": verUltimo(t, c, mia.CarpetaID).EventoID, "despuesDe": 0})
	aceptados := map[string]bool{}
	pedirBorrados(t.Context(), serverkit.Client{URL: muere.URL, Token: c.Token}, libres[20:], func(id, _ string) {
		if aceptados[id] = true; len(aceptados) == 15 {
			muere.Kill(t)
		}
	})
	pedirBorrados(t.Context(), c, libres[20:], func(string, string) {}) // what was not answered is asked again
	todosCompletos(t, c, mia.CarpetaID, len(libres))
	mensajes, fin := oyente.UntilEnd(t, pronto)
	if !fin.Complete || len(mensajes) == 0 {
		t.Fatalf("the subscriber: %d messages, %+v", len(mensajes), fin)
	}
	enOrden(t, mensajes)
	intactos(t, casa, c, mia.CarpetaID, antes, libres)
}

func verUltimo(t *testing.T, c serverkit.Client, carpetaID string) borrado {
	t.Helper()
	return borradosDe(t, c, carpetaID)[0]
}

// enOrden: from secuencia 1, each once, to COMPLETADA.
func enOrden(t *testing.T, mensajes []json.RawMessage) {
	t.Helper()
	var b borrado
	for i, m := range mensajes {
		if b = leerBorrado(t, m); b.Secuencia != i+1 {
			t.Fatalf("message %d has secuencia %d", i, b.Secuencia)
		}
	}
	if b.Estado != "COMPLETADA" {
		t.Errorf("the last message: %+v", b)
	}
}

// TestEntranYSalen: a third process comes while deletions are under way, another one
// is killed; nobody is told of either. The newcomer takes part, every deletion takes
// effect once, and a subscriber of the newcomer hears all that follows.
func TestEntranYSalen(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Distributed).With(plazosCortos...)
	mia := casa.Seed(t, "--carpetas", "1", "--documentos", "130", "--archivos")[0]
	queda, muere := casa.Start(t), casa.Start(t)
	c := queda.Client(t, mia.CiudadanoID, "ciudadano")
	antes := todos(t, c, mia.CarpetaID)
	libres := borrables(antes)[:80]

	nuevo := make(chan *serverkit.Server, 1)
	pedidas := 0
	pedirBorrados(t.Context(), c, libres[:40], func(string, string) {
		if pedidas++; pedidas == 10 {
			nuevo <- casa.Start(t)
		}
	})
	tercero := <-nuevo
	enTercero := serverkit.Client{URL: tercero.URL, Token: c.Token}
	oyente := serverkit.WebSocket(t, enTercero, suscripcionUna, obj{"id": borrar(t, c, libres[40], 3).EventoID, "despuesDe": 0})
	pedidas = 0
	pedirBorrados(t.Context(), c, libres[41:], func(string, string) {
		if pedidas++; pedidas == 10 {
			muere.Kill(t)
		}
	})
	todosCompletos(t, enTercero, mia.CarpetaID, len(libres))
	mensajes, fin := oyente.UntilEnd(t, recuperacion)
	if !fin.Complete {
		t.Errorf("the subscriber: %+v", fin)
	}
	enOrden(t, mensajes)
	if completadas(t, tercero) == 0 {
		t.Error("the newcomer took no part")
	}
	intactos(t, casa, c, mia.CarpetaID, antes, libres)
}
