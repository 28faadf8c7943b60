package e2e_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// averia is a server on services of its own, with a carpeta and its owner.
type averia struct {
	casa      *serverkit.House
	s         *serverkit.Server
	c         serverkit.Client
	carpetaID string
	antes     map[string]fila
	libres    []string
}

func preparar(t *testing.T, propios serverkit.Services) averia {
	t.Helper()
	casa := serverkit.NewHouseOn(t, propios)
	mia := casa.Seed(t, "--carpetas", "1", "--documentos", "60", "--archivos")[0]
	casa = casa.With(plazosCortos...).With("CARPETA_OBJECT_TIMEOUT=1s")
	s := casa.Start(t)
	a := averia{casa: casa, s: s, c: s.Client(t, mia.CiudadanoID, "ciudadano"), carpetaID: mia.CarpetaID}
	a.antes = todos(t, a.c, mia.CarpetaID)
	a.libres = borrables(a.antes)
	return a
}

// partes is what /readyz?verbose says of each part.
func (a averia) partes(t *testing.T) (estado int, general string, partes map[string]string) {
	t.Helper()
	estado, cuerpo := a.s.Admin(t, "/readyz?verbose")
	var r struct {
		State string
		Parts []struct{ Name, State string }
	}
	if err := json.Unmarshal([]byte(cuerpo), &r); err != nil {
		t.Fatalf("%v: %s", err, cuerpo)
	}
	partes = map[string]string{}
	for _, p := range r.Parts {
		partes[p.Name] = p.State
	}
	return estado, r.State, partes
}

// degradada waits until a part is seen to be down, and the server still ready.
func (a averia) degradada(t *testing.T, parte string) {
	t.Helper()
	serverkit.WaitFor(t, pronto, parte+" seen to be down", func() bool {
		estado, general, partes := a.partes(t)
		return estado == 200 && general == "degraded" && partes[parte] == "down"
	})
	if estado, cuerpo := a.s.Admin(t, "/readyz"); estado != 200 {
		t.Errorf("/readyz: %d %s", estado, cuerpo)
	}
	recorrer(t, a.c, a.carpetaID, 7, obj{}, false) // reads go on
}

// pendientes asks for deletions that are accepted and wait.
func (a averia) pendientes(t *testing.T, ids []string) {
	t.Helper()
	var eventos []string
	for _, id := range ids {
		eventos = append(eventos, borrar(t, a.c, id, 0).EventoID)
	}
	for _, b := range borradosDe(t, a.c, a.carpetaID) {
		if slices.Contains(eventos, b.EventoID) && b.Estado != "INICIADA" {
			t.Errorf("a deletion that cannot go on is %s", b.Estado)
		}
	}
}

// repuesta: everything that waited completes, and nothing else was touched.
func (a averia) repuesta(t *testing.T, borrados []string) {
	t.Helper()
	todosCompletos(t, a.c, a.carpetaID, len(borrados))
	serverkit.WaitFor(t, pronto, "all parts ok", func() bool {
		_, general, _ := a.partes(t)
		return general == "ok"
	})
	intactos(t, a.casa, a.c, a.carpetaID, a.antes, borrados)
}

// TestSinBroker: while RabbitMQ is away reads go on and deletions are accepted.
func TestSinBroker(t *testing.T) {
	t.Parallel()
	rabbit := services.OwnRabbit(t)
	a := preparar(t, serverkit.Services{Rabbit: rabbit})
	oyente := serverkit.WebSocket(t, a.c, suscripcionUna, obj{"id": borrar(t, a.c, a.libres[0], 5).EventoID, "despuesDe": 0})
	despuesDeDeclarar(t, a)
	if err := rabbit.Kill(); err != nil {
		t.Fatal(err)
	}
	a.degradada(t, "broker")
	a.pendientes(t, a.libres[1:20])
	if err := rabbit.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.repuesta(t, a.libres[:20])
	mensajes, fin := oyente.UntilEnd(t, recuperacion)
	if !fin.Complete {
		t.Errorf("the subscriber: %+v", fin)
	}
	enOrden(t, mensajes)
}

// despuesDeDeclarar: a quorum queue that is declared just before a kill can come
// back without a leader, which is RabbitMQ's matter and not ours. A deletion that
// went through proves the queues; then a second passes.
func despuesDeDeclarar(t *testing.T, a averia) {
	t.Helper()
	desde := time.Now()
	serverkit.WaitFor(t, pronto, "queues that answer, for longer than a second", func() bool {
		_, general, _ := a.partes(t)
		return general == "ok" && time.Since(desde) > 1500*time.Millisecond
	})
}

// TestBrokerVaciado: RabbitMQ loses its disk while sagas are under way.
func TestBrokerVaciado(t *testing.T) {
	t.Parallel()
	rabbit := services.OwnRabbit(t)
	a := preparar(t, serverkit.Services{Rabbit: rabbit})
	for _, id := range a.libres[:15] {
		borrar(t, a.c, id, 3) // still in its window when the disk is lost
	}
	for _, id := range a.libres[15:40] {
		borrar(t, a.c, id, 0)
	}
	if err := rabbit.Wipe(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.repuesta(t, a.libres[:40])
}

// TestSinObjetos: while the object store is away deletions wait, without harm.
func TestSinObjetos(t *testing.T) {
	t.Parallel()
	minio := services.OwnMinio(t)
	a := preparar(t, serverkit.Services{Minio: minio})
	if err := minio.Kill(); err != nil {
		t.Fatal(err)
	}
	a.degradada(t, "objects")
	a.pendientes(t, a.libres[:10])
	serverkit.WaitFor(t, recuperacion, "failed attempts on record", func() bool {
		for _, b := range borradosDe(t, a.c, a.carpetaID) {
			if len(b.Errores) == 0 {
				return false
			}
		}
		return true
	})
	if err := minio.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.repuesta(t, a.libres[:10])
}
