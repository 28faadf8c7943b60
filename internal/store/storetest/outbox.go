package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesOutbox = []testCase{
	{"outbox/operadores", "", outboxOperadores},
	{"outbox/due: order, limit, and what is not due yet", "", outboxDue},
	{"outbox/due: not what has ended", "", outboxEnded},
	{"outbox/due: each operador its own", "", outboxByOperador},
	{"outbox/lease", "", outboxArrendar},
	{"outbox/lease late", "", outboxArrendarLate},
	{"outbox/give a lease back", "", outboxDevolver},
	{"outbox/give a lease back late", "", outboxDevolverLate},
}

func outboxOperadores(t *testing.T, b *world) {
	ops, err := b.Operadores(b.ctx)
	require(t, err)
	requireSame(t, "operadores of an empty store", ops, []string{})
	var want []string
	for range 5 {
		c, ds := b.seed(t, 2)
		for _, d := range ds {
			require(t, b.Iniciar(b.ctx, b.newSaga(c, d), Hecho()))
		}
		want = append(want, c.OperadorID)
	}
	slices.Sort(want)
	eventually(t, b.ctx, func() error {
		ops, err := b.Operadores(b.ctx)
		if err != nil {
			return err
		}
		slices.Sort(ops)
		return differenceError("operadores", ops, want)
	})
}

func pendienteOf(e eliminacion.Eliminacion) eliminacion.Pendiente {
	return eliminacion.Pendiente{EventoID: e.EventoID, OperadorID: e.OperadorID, NoAntesDe: e.NoAntesDe, Secuencia: e.Secuencia, Arriendos: e.Arriendos}
}

// arriendoOf is a lease by the suite's one process.
func arriendoOf(until time.Time) eliminacion.Arriendo {
	return eliminacion.Arriendo{Por: "proceso-1", Hasta: until}
}

// requireDue wants exactly these commands to be due at a moment, in order.
func (b *world) requireDue(t testing.TB, operadorID string, now time.Time, limit int, want ...eliminacion.Eliminacion) {
	t.Helper()
	ps := make([]eliminacion.Pendiente, len(want))
	for i, e := range want {
		ps[i] = pendienteOf(e)
	}
	eventually(t, b.ctx, func() error {
		got, err := b.Vencidas(b.ctx, operadorID, now, limit)
		if err != nil {
			return err
		}
		return differenceError("due", got, ps)
	})
}

// sagasEachSecond starts n deletions, due one second after the other, stored in another order.
func (b *world) sagasEachSecond(t testing.TB, n int) (carpeta.Carpeta, []eliminacion.Eliminacion) {
	t.Helper()
	c, ds := b.seed(t, n)
	es := make([]eliminacion.Eliminacion, n)
	for i, d := range ds {
		i = (i*7 + 3) % n
		es[i] = b.newSaga(c, d)
		es[i].NoAntesDe = b.clock.Now().Add(time.Duration(i) * time.Second)
		require(t, b.Iniciar(b.ctx, es[i], Hecho()))
	}
	return c, es
}

func outboxDue(t *testing.T, b *world) {
	c, es := b.sagasEachSecond(t, 10)
	now := b.clock.Now()
	b.requireDue(t, c.OperadorID, now.Add(time.Minute), 100, es...)
	b.requireDue(t, c.OperadorID, now.Add(time.Minute), 4, es[:4]...)
	b.requireDue(t, c.OperadorID, now.Add(5*time.Second), 100, es[:6]...) // due at this very moment counts
	b.requireDue(t, c.OperadorID, now.Add(5*time.Second-time.Millisecond), 100, es[:5]...)
	b.requireDue(t, c.OperadorID, now.Add(-time.Millisecond), 100)
	b.requireDue(t, "nadie", now.Add(time.Minute), 100)
}

func outboxEnded(t *testing.T, b *world) {
	c, es := b.sagasEachSecond(t, 4)
	now := b.clock.Now().Add(time.Minute)
	states := []eliminacion.EstadoSaga{eliminacion.Completada, eliminacion.Cancelada, eliminacion.Fallida}
	for i, status := range states {
		n := nextState(es[i], status, es[i].Paso, now)
		require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n, Efecto: eliminacion.Desbloquear}, Hecho()))
	}
	b.requireDue(t, c.OperadorID, now, 100, es[3])

	more := nextState(es[3], eliminacion.Iniciada, eliminacion.MetadataCleanup, now)
	more.NoAntesDe = now.Add(time.Hour)
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: more}, Hecho()))
	b.requireDue(t, c.OperadorID, now, 100)
	b.requireDue(t, c.OperadorID, now.Add(time.Hour), 100, more)
}

func outboxByOperador(t *testing.T, b *world) {
	for n := 1; n <= 5; n++ {
		c, es := b.sagasEachSecond(t, n)
		// A name that begins like the other's must not be taken for it.
		c2, ds := b.seed(t, 1)
		c2.OperadorID = c.OperadorID + "-2"
		require(t, b.Iniciar(b.ctx, b.newSaga(c2, ds[0]), Hecho()))
		b.requireDue(t, c.OperadorID, b.clock.Now().Add(time.Minute), 100, es...)
	}
}

func outboxArrendar(t *testing.T, b *world) {
	c, _, e := b.started(t, 1)
	for i := range 3 {
		until := b.clock.Now().Add(30 * time.Second)
		got, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(until))
		require(t, err)
		e.NoAntesDe, e.Arriendos, e.Entregas, e.ArrendadaPor = until, int64(i+1), i+1, "proceso-1"
		requireSame(t, "leased", got, e)
		b.requireSaga(t, e)
		b.requireDue(t, c.OperadorID, b.clock.Now(), 10)
		b.clock.advance(31 * time.Second)
		b.requireDue(t, c.OperadorID, b.clock.Now(), 10, e)
	}
}

// requireNoArriendo wants a lease to be refused and the saga to stay as it is.
func (b *world) requireNoArriendo(t testing.TB, p eliminacion.Pendiente) {
	t.Helper()
	before, err := b.Eliminacion(b.ctx, p.EventoID)
	require(t, err)
	requireCode(t, errOf(b.Arrendar(b.ctx, p, arriendoOf(b.clock.Now().Add(time.Minute)))), fault.Conflict)
	b.requireSaga(t, before)
}

func outboxArrendarLate(t *testing.T, b *world) {
	_, _, e := b.started(t, 1)
	leased, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(b.clock.Now().Add(time.Second)))
	require(t, err)
	b.requireNoArriendo(t, pendienteOf(e)) // somebody was faster
	n := nextState(leased, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}, Hecho()))
	b.requireNoArriendo(t, pendienteOf(leased)) // the saga went on
	never := pendienteOf(e)
	never.EventoID = newID()
	requireCode(t, errOf(b.Arrendar(b.ctx, never, arriendoOf(b.clock.Now()))), fault.Conflict, fault.NotFound)
	requireCode(t, errOf(b.Eliminacion(b.ctx, never.EventoID)), fault.NotFound)
}

func outboxDevolver(t *testing.T, b *world) {
	c, _, e := b.started(t, 1)
	a, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(b.clock.Now().Add(time.Minute)))
	require(t, err)
	when := b.clock.Now().Add(2 * time.Second)
	require(t, b.Devolver(b.ctx, a, when, eliminacion.SinConfirmar))
	returned := a
	returned.NoAntesDe, returned.Entregas, returned.FalloEnvio = when, 0, eliminacion.SinConfirmar
	b.requireSaga(t, returned)
	b.requireDue(t, c.OperadorID, b.clock.Now(), 10)
	b.requireDue(t, c.OperadorID, when, 10, returned)

	stale := pendienteOf(a) // what a stale index still tells: the lease, and not that it was given back for later
	requireCode(t, errOf(b.Arrendar(b.ctx, stale, arriendoOf(a.NoAntesDe.Add(time.Minute)))), fault.Conflict)

	require(t, b.Devolver(b.ctx, a, when, eliminacion.SinConfirmar)) // the first answer was lost: counts once
	b.requireSaga(t, returned)
	a2, err := b.Arrendar(b.ctx, pendienteOf(returned), arriendoOf(when.Add(time.Minute)))
	require(t, err)
	if a2.Arriendos != 2 || a2.Entregas != 1 || a2.FalloEnvio != "" {
		t.Fatalf("after a return, a lease gave token %d, %d deliveries and failure %q, want 2, 1 and none", a2.Arriendos, a2.Entregas, a2.FalloEnvio)
	}
	require(t, b.Devolver(b.ctx, a2, when, eliminacion.SinRuta))
	a2.NoAntesDe, a2.Entregas, a2.FalloEnvio = when, 0, eliminacion.SinRuta
	b.requireSaga(t, a2)
}

func outboxDevolverLate(t *testing.T, b *world) {
	c, _, e := b.started(t, 1)
	until := b.clock.Now().Add(time.Minute) // the same for both: only the token tells them apart
	first, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(until))
	require(t, err)
	second, err := b.Arrendar(b.ctx, pendienteOf(first), arriendoOf(until))
	require(t, err)
	require(t, b.Devolver(b.ctx, first, b.clock.Now(), eliminacion.SinConfirmar)) // fenced off
	b.requireSaga(t, second)
	end := nextState(second, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	require(t, b.Devolver(b.ctx, second, b.clock.Now(), eliminacion.SinConfirmar))
	b.requireSaga(t, end)
	b.requireDue(t, c.OperadorID, b.clock.Now().Add(time.Hour), 10)
	never := e
	never.EventoID = newID()
	require(t, b.Devolver(b.ctx, never, b.clock.Now(), eliminacion.SinConfirmar))
	requireCode(t, errOf(b.Eliminacion(b.ctx, never.EventoID)), fault.NotFound)
}
