package e2e_test

import (
	"context"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestRelevo: a server that is told to end under load sends its subscribers away;
// they go on at another one after the last secuencia they saw, and miss nothing.
func TestRelevo(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Distributed).With(plazosCortos...)
	mia := casa.Seed(t, "--carpetas", "1", "--documentos", "130", "--archivos")[0]
	seVa, queda := casa.Start(t), casa.Start(t)
	c := seVa.Client(t, mia.CiudadanoID, "ciudadano")
	enOtro := serverkit.Client{URL: queda.URL, Token: c.Token}
	a := personas(t, casa, seVa, mia)
	antes, libres := a.documentos, borrables(a.documentos)

	type oyente struct {
		abrir  serverkit.Transport
		evento string
		s      *serverkit.Subscription
		ultima int
	}
	oyentes := map[string]*oyente{}
	for i, nombre := range []string{"WebSocket", "SSE"} {
		// It waits for an approval, which comes after the handover.
		o := &oyente{abrir: serverkit.Transports[nombre], evento: a.solicitar(t, a.ana, a.libres[i]).EventoID}
		o.s = o.abrir(t, c, suscripcionUna, obj{"id": o.evento, "despuesDe": 0})
		o.ultima = siguiente(t, o.s).Secuencia
		oyentes[nombre] = o
	}
	aceptados, codigo := map[string]bool{}, make(chan int, 1)
	pedirBorrados(context.WithoutCancel(t.Context()), c, libres, func(id, _ string) {
		if aceptados[id] = true; len(aceptados) == 40 {
			go func() { codigo <- seVa.Stop(t) }()
		}
	})
	if n := <-codigo; n != 0 {
		t.Errorf("exit code %d", n)
	}
	aprobar := func(evento string) {
		t.Helper()
		if r := hacerSolicitud(t, serverkit.Client{URL: queda.URL, Token: a.bruno.Token}, mutacionAprobar, obj{"id": evento}); len(r.Errores) > 0 {
			t.Fatalf("aprobarEliminacion: %+v", r)
		}
	}
	for nombre, o := range oyentes {
		_, fin := o.s.UntilEnd(t, pronto)
		avisado(t, nombre, fin)
		if nombre == "SSE" { // what happens while nobody listens is told too
			aprobar(o.evento)
		}
		o.s = o.abrir(t, enOtro, suscripcionUna, obj{"id": o.evento, "despuesDe": o.ultima})
		if nombre != "SSE" {
			aprobar(o.evento)
		}
		mensajes, fin := o.s.UntilEnd(t, recuperacion)
		if !fin.Complete {
			t.Errorf("%s: the second subscription ended with %+v", nombre, fin)
		}
		for _, m := range mensajes {
			b := leerBorrado(t, m)
			if b.Secuencia != o.ultima+1 {
				t.Errorf("%s: secuencia %d after %d", nombre, b.Secuencia, o.ultima)
			}
			if o.ultima = b.Secuencia; b.Secuencia == 4 && b.Estado != "COMPLETADA" {
				t.Errorf("%s: %+v", nombre, b)
			}
		}
		if o.ultima != 4 {
			t.Errorf("%s: heard up to secuencia %d of 4", nombre, o.ultima)
		}
	}
	terminado(t, casa, enOtro, mia.CarpetaID, antes, aceptados, a.libres[0])
}

// TestSinBrokerNiObjetos: with RabbitMQ and MinIO away at once each is named,
// reads go on, and deletions are accepted, wait and complete.
func TestSinBrokerNiObjetos(t *testing.T) {
	t.Parallel()
	rabbit, minio := services.OwnRabbit(t), services.OwnMinio(t)
	a := preparar(t, serverkit.Services{Rabbit: rabbit, Minio: minio})
	despuesDeDeclarar(t, a)
	if err := rabbit.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := minio.Kill(); err != nil {
		t.Fatal(err)
	}
	a.degradada(t, "broker")
	a.degradada(t, "objects")
	if _, _, partes := a.partes(t); partes["stores"] != "ok" || len(partes) != 3 {
		t.Errorf("parts: %v", partes)
	}
	a.pendientes(t, a.libres[:12])
	if err := minio.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := rabbit.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.repuesta(t, a.libres[:12])
}
