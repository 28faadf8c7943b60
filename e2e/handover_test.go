package e2e_test

import (
	"context"
	"maps"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestHandoverMissesNothing: a server that is told to end under load sends its subscribers away;
// they go on at another one after the last secuencia they saw, and miss nothing.
func TestHandoverMissesNothing(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed).With(shortPlazos...)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "130", "--archivos")[0]
	leaving, staying := house.Start(t), house.Start(t)
	c := leaving.Client(t, mine.CiudadanoID, "ciudadano")
	onOther := serverkit.Client{URL: staying.URL, Token: c.Token}
	a := peopleOf(t, house, leaving, mine)
	before, free := a.documentos, deletable(a.documentos)

	type listener struct {
		open   serverkit.Transport
		evento string
		s      *serverkit.Subscription
		last   int
	}
	listeners := map[string]*listener{}
	for i, name := range []string{"WebSocket", "SSE"} {
		// It waits for an approval, which comes after the handover.
		o := &listener{open: serverkit.Transports[name], evento: a.solicitar(t, a.ana, a.free[i]).EventoID}
		o.s = o.open(t, c, oneSubscription, obj{"id": o.evento, "despuesDe": 0})
		o.last = nextEliminacion(t, o.s).Secuencia
		listeners[name] = o
	}
	accepted, code := map[string]bool{}, make(chan int, 1)
	deleteMany(context.WithoutCancel(t.Context()), c, free, func(id, _ string) {
		if accepted[id] = true; len(accepted) == 40 {
			go func() { code <- leaving.Stop(t) }()
		}
	})
	if n := <-code; n != 0 {
		t.Errorf("exit code %d", n)
	}
	aprobar := func(evento string) {
		t.Helper()
		if r := askAprobacion(t, serverkit.Client{URL: staying.URL, Token: a.bruno.Token}, aprobarMutation, obj{"id": evento}); len(r.Errores) > 0 {
			t.Fatalf("aprobarEliminacion: %+v", r)
		}
	}
	for name, o := range listeners {
		_, end := o.s.UntilEnd(t, soon)
		sentAway(t, name, end)
		if name == "SSE" { // steps while nobody listens are told too
			aprobar(o.evento)
		}
		o.s = o.open(t, onOther, oneSubscription, obj{"id": o.evento, "despuesDe": o.last})
		if name != "SSE" {
			aprobar(o.evento)
		}
		messages, end := o.s.UntilEnd(t, recovery)
		if !end.Complete {
			t.Errorf("%s: the second subscription ended with %+v", name, end)
		}
		var estado string
		for _, m := range messages {
			b := readEliminacion(t, m)
			if b.Secuencia != o.last+1 {
				t.Errorf("%s: secuencia %d after %d", name, b.Secuencia, o.last)
			}
			o.last, estado = b.Secuencia, b.Estado
		}
		// Four changes bring it to its end; a step that had to be tried again is one more.
		if o.last < 4 || estado != "COMPLETADA" {
			t.Errorf("%s: heard up to secuencia %d, %s", name, o.last, estado)
		}
	}
	requireFinished(t, house, onOther, mine.CarpetaID, before, accepted, a.free[0])
}

// TestNoBrokerNorObjetos: with RabbitMQ and MinIO away at once each is named,
// reads go on, and deletions are accepted, wait and complete.
func TestNoBrokerNorObjetos(t *testing.T) {
	t.Parallel()
	services.Night(t, "TestNoBroker and TestNoObjetos, each by itself")
	rabbit, minio := services.OwnRabbit(t), services.OwnMinio(t)
	a := prepare(t, serverkit.Services{Rabbit: rabbit, Minio: minio})
	afterDeclaring(t, a)
	if err := rabbit.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := minio.Kill(); err != nil {
		t.Fatal(err)
	}
	a.degraded(t, "broker")
	a.degraded(t, "objects")
	serverkit.WaitFor(t, soon, "each part's state", func() bool {
		_, _, parts := a.parts(t)
		return maps.Equal(parts, map[string]string{"broker": "down", "objects": "down", "stores": "ok", "clock": "ok", "memory": "ok", "revocations": "ok", "roles": "ok"})
	})
	a.accepted(t, a.free[:12])
	if err := minio.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := rabbit.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.repaired(t, a.free[:12])
}
