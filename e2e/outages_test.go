package e2e_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// outage is a server on services of its own, with a carpeta and its owner.
type outage struct {
	house     *serverkit.House
	s         *serverkit.Server
	c         serverkit.Client
	carpetaID string
	before    map[string]fila
	free      []string
}

func prepare(t *testing.T, own serverkit.Services, settings ...string) outage {
	t.Helper()
	house := serverkit.NewHouseOn(t, own).With(settings...)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "60", "--archivos")[0]
	house = house.With(shortPlazos...).With("CARPETA_OBJECT_TIMEOUT=1s")
	s := house.Start(t)
	a := outage{house: house, s: s, c: s.Client(t, mine.CiudadanoID, "ciudadano"), carpetaID: mine.CarpetaID}
	a.before = allFilas(t, a.c, mine.CarpetaID)
	a.free = deletable(a.before)
	return a
}

// parts is what /readyz?verbose says of each part.
func (a outage) parts(t *testing.T) (status int, general string, parts map[string]string) {
	t.Helper()
	status, body := a.s.Admin(t, "/readyz?verbose")
	var r struct {
		State string
		Parts []struct{ Name, State string }
	}
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	parts = map[string]string{}
	for _, p := range r.Parts {
		parts[p.Name] = p.State
	}
	return status, r.State, parts
}

// degraded waits until a part is seen to be down, and the server still ready.
func (a outage) degraded(t *testing.T, part string) {
	t.Helper()
	serverkit.WaitFor(t, soon, part+" seen to be down", func() bool {
		status, general, parts := a.parts(t)
		ready, _ := a.s.Admin(t, "/readyz")
		return status == 200 && ready == 200 && general == "degraded" && parts[part] == "down"
	})
	pageThrough(t, a.c, a.carpetaID, 7, obj{}, false) // reads go on
}

// accepted asks for deletions that are accepted and wait.
func (a outage) accepted(t *testing.T, ids []string) {
	t.Helper()
	var eventos []string
	for _, id := range ids {
		eventos = append(eventos, deleteDocumento(t, a.c, id, 0).EventoID)
	}
	for _, b := range eliminacionesOf(t, a.c, a.carpetaID) {
		if slices.Contains(eventos, b.EventoID) && b.Estado != "INICIADA" {
			t.Errorf("a deletion that cannot go on is %s", b.Estado)
		}
	}
}

// completed asks for deletions that come to their end whatever is away.
func (a outage) completed(t *testing.T, ids []string) (eventos map[string]bool) {
	t.Helper()
	eventos = map[string]bool{}
	for _, id := range ids {
		eventos[deleteDocumento(t, a.c, id, 0).EventoID] = true
	}
	serverkit.WaitFor(t, recovery, "deletions completed meanwhile", func() bool {
		n := 0
		for _, b := range eliminacionesOf(t, a.c, a.carpetaID) {
			if eventos[b.EventoID] && b.Estado == "COMPLETADA" {
				n++
			}
		}
		return n == len(eventos)
	})
	return eventos
}

// repaired: everything that waited completes, and nothing else was touched.
func (a outage) repaired(t *testing.T, deleted []string) {
	t.Helper()
	allCompleted(t, a.c, a.carpetaID, len(deleted))
	serverkit.WaitFor(t, soon, "all parts ok", func() bool {
		_, general, _ := a.parts(t)
		return general == "ok"
	})
	intact(t, a.house, a.c, a.carpetaID, a.before, deleted)
}

// TestNoBroker: while RabbitMQ is away reads go on, and deletions complete, or by the queues are accepted and wait.
// Subscribers hear every step, from their readings or when it is back.
func TestNoBroker(t *testing.T) {
	t.Parallel()
	for _, w := range serverkit.Ways {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			if w == serverkit.Directly {
				services.Night(t, "the same by the queues, and TestMainJob, which needs no message")
			}
			noBroker(t, w)
		})
	}
}

func noBroker(t *testing.T, way serverkit.Way) {
	rabbit := services.OwnRabbit(t)
	a := prepare(t, serverkit.Services{Rabbit: rabbit}, serverkit.SettingOf(way))
	listener := serverkit.WebSocket(t, a.c, oneSubscription, obj{"id": deleteDocumento(t, a.c, a.free[0], 60).EventoID, "despuesDe": 0})
	ofCarpeta := serverkit.WebSocket(t, a.c, carpetaSubscription, obj{"id": a.carpetaID})
	nextEliminacion(t, ofCarpeta) // the waiting one: it listens now
	afterDeclaring(t, a)
	must(t, rabbit.Kill())
	a.degraded(t, "broker")
	if way == serverkit.ByQueues {
		a.accepted(t, a.free[1:20])
	} else {
		of := a.completed(t, a.free[1:20])
		hearAll(t, "meanwhile", ofCarpeta, len(of), of)
	}
	must(t, rabbit.Start(t.Context()))
	a.repaired(t, a.free[:20])
	messages, end := listener.UntilEnd(t, recovery)
	if !end.Complete {
		t.Errorf("the subscriber: %+v", end)
	}
	inOrder(t, messages)
}

// afterDeclaring: a quorum queue that is declared just before a kill can come
// back without a leader, which is RabbitMQ's matter and not ours. A deletion that
// went through proves the queues; then a second passes.
func afterDeclaring(t *testing.T, a outage) {
	t.Helper()
	from := time.Now()
	serverkit.WaitFor(t, soon, "queues that answer, for longer than a second", func() bool {
		_, general, _ := a.parts(t)
		return general == "ok" && time.Since(from) > 1500*time.Millisecond
	})
}

// TestBrokerLosesItsDisk: RabbitMQ loses its disk while sagas are under way.
func TestBrokerLosesItsDisk(t *testing.T) {
	t.Parallel()
	services.Night(t, "the contract suite of RabbitMQ, which wipes it, and TestNoBroker")
	rabbit := services.OwnRabbit(t)
	a := prepare(t, serverkit.Services{Rabbit: rabbit})
	for _, id := range a.free[:15] {
		deleteDocumento(t, a.c, id, 3) // still in its window when the disk is lost
	}
	for _, id := range a.free[15:40] {
		deleteDocumento(t, a.c, id, 0)
	}
	must(t, rabbit.Wipe(t.Context()))
	a.repaired(t, a.free[:40])
}

// TestNoObjetos: while the object store is away deletions wait, without harm.
func TestNoObjetos(t *testing.T) {
	t.Parallel()
	minio := services.OwnMinio(t)
	a := prepare(t, serverkit.Services{Minio: minio})
	must(t, minio.Kill())
	a.degraded(t, "objects")
	a.accepted(t, a.free[:10])
	serverkit.WaitFor(t, recovery, "failed attempts on record", func() bool {
		for _, b := range eliminacionesOf(t, a.c, a.carpetaID) {
			if len(b.Errores) == 0 {
				return false
			}
		}
		return true
	})
	must(t, minio.Start(t.Context()))
	a.repaired(t, a.free[:10])
}
