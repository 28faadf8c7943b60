package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosOutbox = []caso{
	{"outbox/operadores", "", outboxOperadores},
	{"outbox/vencidas: orden, límite y lo que aún no vence", "", outboxVencidas},
	{"outbox/vencidas: lo terminado no está", "", outboxTerminadas},
	{"outbox/vencidas: cada operador lo suyo", "", outboxPorOperador},
	{"outbox/arrendar", "", outboxArrendar},
	{"outbox/arrendar tarde", "", outboxArrendarTarde},
	{"outbox/devolver", "", outboxDevolver},
	{"outbox/devolver tarde", "", outboxDevolverTarde},
}

func outboxOperadores(t *testing.T, b *banco) {
	ops, err := b.Operadores(b.ctx)
	exigir(t, err)
	comparar(t, "operadores of an empty store", ops, []string{})
	var quiere []string
	for range 5 {
		c, ds := b.sembrar(t, 2)
		for _, d := range ds {
			exigir(t, b.Iniciar(b.ctx, b.nuevaSaga(c, d)))
		}
		quiere = append(quiere, c.OperadorID)
	}
	slices.Sort(quiere)
	eventualmente(t, b.ctx, func() error {
		ops, err := b.Operadores(b.ctx)
		if err != nil {
			return err
		}
		slices.Sort(ops)
		return igual("operadores", ops, quiere)
	})
}

func pendiente(e eliminacion.Eliminacion) eliminacion.Pendiente {
	return eliminacion.Pendiente{EventoID: e.EventoID, OperadorID: e.OperadorID, NoAntesDe: e.NoAntesDe, Secuencia: e.Secuencia, Arriendos: e.Arriendos}
}

// arriendo is a lease by the suite's one process.
func arriendo(hasta time.Time) eliminacion.Arriendo {
	return eliminacion.Arriendo{Por: "proceso-1", Hasta: hasta}
}

// exigirVencidas wants what is due at a moment to be exactly these, in order.
func (b *banco) exigirVencidas(t testing.TB, operadorID string, ahora time.Time, limite int, quiere ...eliminacion.Eliminacion) {
	t.Helper()
	ps := make([]eliminacion.Pendiente, len(quiere))
	for i, e := range quiere {
		ps[i] = pendiente(e)
	}
	eventualmente(t, b.ctx, func() error {
		hay, err := b.Vencidas(b.ctx, operadorID, ahora, limite)
		if err != nil {
			return err
		}
		return igual("due", hay, ps)
	})
}

// sagasCadaSegundo starts n deletions, due one second after the other, stored in another order.
func (b *banco) sagasCadaSegundo(t testing.TB, n int) (carpeta.Carpeta, []eliminacion.Eliminacion) {
	t.Helper()
	c, ds := b.sembrar(t, n)
	es := make([]eliminacion.Eliminacion, n)
	for i, d := range ds {
		i = (i*7 + 3) % n
		es[i] = b.nuevaSaga(c, d)
		es[i].NoAntesDe = b.reloj.Ahora().Add(time.Duration(i) * time.Second)
		exigir(t, b.Iniciar(b.ctx, es[i]))
	}
	return c, es
}

func outboxVencidas(t *testing.T, b *banco) {
	c, es := b.sagasCadaSegundo(t, 10)
	ahora := b.reloj.Ahora()
	b.exigirVencidas(t, c.OperadorID, ahora.Add(time.Minute), 100, es...)
	b.exigirVencidas(t, c.OperadorID, ahora.Add(time.Minute), 4, es[:4]...)
	b.exigirVencidas(t, c.OperadorID, ahora.Add(5*time.Second), 100, es[:6]...) // due at this very moment counts
	b.exigirVencidas(t, c.OperadorID, ahora.Add(5*time.Second-time.Millisecond), 100, es[:5]...)
	b.exigirVencidas(t, c.OperadorID, ahora.Add(-time.Millisecond), 100)
	b.exigirVencidas(t, "nadie", ahora.Add(time.Minute), 100)
}

func outboxTerminadas(t *testing.T, b *banco) {
	c, es := b.sagasCadaSegundo(t, 4)
	ahora := b.reloj.Ahora().Add(time.Minute)
	estados := []eliminacion.EstadoSaga{eliminacion.Completada, eliminacion.Cancelada, eliminacion.Fallida}
	for i, estado := range estados {
		n := siguiente(es[i], estado, es[i].Paso, ahora)
		exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n, Efecto: eliminacion.Desbloquear}))
	}
	b.exigirVencidas(t, c.OperadorID, ahora, 100, es[3])

	mas := siguiente(es[3], eliminacion.Iniciada, eliminacion.MetadataCleanup, ahora)
	mas.NoAntesDe = ahora.Add(time.Hour)
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: mas}))
	b.exigirVencidas(t, c.OperadorID, ahora, 100)
	b.exigirVencidas(t, c.OperadorID, ahora.Add(time.Hour), 100, mas)
}

func outboxPorOperador(t *testing.T, b *banco) {
	for n := 1; n <= 5; n++ {
		c, es := b.sagasCadaSegundo(t, n)
		// A name that begins like the other's must not be taken for it.
		c2, ds := b.sembrar(t, 1)
		c2.OperadorID = c.OperadorID + "-2"
		exigir(t, b.Iniciar(b.ctx, b.nuevaSaga(c2, ds[0])))
		b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora().Add(time.Minute), 100, es...)
	}
}

func outboxArrendar(t *testing.T, b *banco) {
	c, _, e := b.iniciada(t, 1)
	for i := range 3 {
		hasta := b.reloj.Ahora().Add(30 * time.Second)
		hay, err := b.Arrendar(b.ctx, pendiente(e), arriendo(hasta))
		exigir(t, err)
		e.NoAntesDe, e.Arriendos, e.Entregas, e.ArrendadaPor = hasta, int64(i+1), i+1, "proceso-1"
		comparar(t, "leased", hay, e)
		b.exigirSaga(t, e)
		b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora(), 10)
		b.reloj.avanzar(31 * time.Second)
		b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora(), 10, e)
	}
}

// exigirSinArriendo wants a lease to be refused and the saga to stay as it is.
func (b *banco) exigirSinArriendo(t testing.TB, p eliminacion.Pendiente) {
	t.Helper()
	antes, err := b.Eliminacion(b.ctx, p.EventoID)
	exigir(t, err)
	_, err = b.Arrendar(b.ctx, p, arriendo(b.reloj.Ahora().Add(time.Minute)))
	exigirCodigo(t, err, fault.Conflict)
	b.exigirSaga(t, antes)
}

func outboxArrendarTarde(t *testing.T, b *banco) {
	_, _, e := b.iniciada(t, 1)
	arrendada, err := b.Arrendar(b.ctx, pendiente(e), arriendo(b.reloj.Ahora().Add(time.Second)))
	exigir(t, err)
	b.exigirSinArriendo(t, pendiente(e)) // somebody was faster
	n := siguiente(arrendada, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}))
	b.exigirSinArriendo(t, pendiente(arrendada)) // the saga went on
	nunca := pendiente(e)
	nunca.EventoID = nuevoID()
	_, err = b.Arrendar(b.ctx, nunca, arriendo(b.reloj.Ahora()))
	exigirCodigo(t, err, fault.Conflict, fault.NotFound)
	_, err = b.Eliminacion(b.ctx, nunca.EventoID)
	exigirCodigo(t, err, fault.NotFound)
}

func outboxDevolver(t *testing.T, b *banco) {
	c, _, e := b.iniciada(t, 1)
	a, err := b.Arrendar(b.ctx, pendiente(e), arriendo(b.reloj.Ahora().Add(time.Minute)))
	exigir(t, err)
	cuando := b.reloj.Ahora().Add(2 * time.Second)
	exigir(t, b.Devolver(b.ctx, a, cuando, eliminacion.SinConfirmar))
	devuelta := a
	devuelta.NoAntesDe, devuelta.Entregas, devuelta.FalloEnvio = cuando, 0, eliminacion.SinConfirmar
	b.exigirSaga(t, devuelta)
	b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora(), 10)
	b.exigirVencidas(t, c.OperadorID, cuando, 10, devuelta)

	rancio := pendiente(a) // what a stale index still tells: the lease, and not that it was given back for later
	_, err = b.Arrendar(b.ctx, rancio, arriendo(a.NoAntesDe.Add(time.Minute)))
	exigirCodigo(t, err, fault.Conflict)

	exigir(t, b.Devolver(b.ctx, a, cuando, eliminacion.SinConfirmar)) // the first answer was lost: counts once
	b.exigirSaga(t, devuelta)
	a2, err := b.Arrendar(b.ctx, pendiente(devuelta), arriendo(cuando.Add(time.Minute)))
	exigir(t, err)
	if a2.Arriendos != 2 || a2.Entregas != 1 || a2.FalloEnvio != "" {
		t.Fatalf("after a return, a lease gave token %d, %d deliveries and failure %q, want 2, 1 and none", a2.Arriendos, a2.Entregas, a2.FalloEnvio)
	}
	exigir(t, b.Devolver(b.ctx, a2, cuando, eliminacion.SinRuta))
	a2.NoAntesDe, a2.Entregas, a2.FalloEnvio = cuando, 0, eliminacion.SinRuta
	b.exigirSaga(t, a2)
}

func outboxDevolverTarde(t *testing.T, b *banco) {
	c, _, e := b.iniciada(t, 1)
	hasta := b.reloj.Ahora().Add(time.Minute) // the same for both: only the token tells them apart
	primero, err := b.Arrendar(b.ctx, pendiente(e), arriendo(hasta))
	exigir(t, err)
	segundo, err := b.Arrendar(b.ctx, pendiente(primero), arriendo(hasta))
	exigir(t, err)
	exigir(t, b.Devolver(b.ctx, primero, b.reloj.Ahora(), eliminacion.SinConfirmar)) // fenced off
	b.exigirSaga(t, segundo)
	fin := siguiente(segundo, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	exigir(t, b.Devolver(b.ctx, segundo, b.reloj.Ahora(), eliminacion.SinConfirmar))
	b.exigirSaga(t, fin)
	b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora().Add(time.Hour), 10)
	nunca := e
	nunca.EventoID = nuevoID()
	exigir(t, b.Devolver(b.ctx, nunca, b.reloj.Ahora(), eliminacion.SinConfirmar))
	_, err = b.Eliminacion(b.ctx, nunca.EventoID)
	exigirCodigo(t, err, fault.NotFound)
}
