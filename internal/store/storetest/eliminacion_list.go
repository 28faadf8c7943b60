package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func (b *world) allByCarpeta(q eliminacion.ConsultaCarpeta) ([]eliminacion.Eliminacion, error) {
	return pages(q.Limite, eliminacion.Eliminacion.ClaveCarpeta, func(after string) ([]eliminacion.Eliminacion, error) {
		q.Desde = after
		return b.DeCarpeta(b.ctx, q)
	})
}

func (b *world) requireByCarpeta(t testing.TB, q eliminacion.ConsultaCarpeta, want []eliminacion.Eliminacion) {
	t.Helper()
	eventually(t, b.ctx, func() error {
		got, err := b.allByCarpeta(q)
		if err != nil {
			return err
		}
		return differenceError("deletions of the carpeta", got, want)
	})
}

func eliminacionByCarpeta(t *testing.T, b *world) {
	c, ds := b.seed(t, 12)
	foreign, others := b.seed(t, 1)
	require(t, b.Iniciar(b.ctx, b.newSaga(foreign, others[0]), Hecho()))
	var all []eliminacion.Eliminacion
	for i, d := range ds {
		if i%3 == 0 { // three of each instant: ties by eventoId
			b.clock.advance(time.Second)
		}
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		all = append(all, e)
	}
	all = sortSagas(all)
	for _, desc := range []bool{false, true} {
		want := slices.Clone(all)
		if desc {
			slices.Reverse(want)
		}
		q := eliminacion.ConsultaCarpeta{CarpetaID: c.CarpetaID, Descendente: desc, Limite: 101}
		b.requireByCarpeta(t, q, want)
		for _, size := range []int{1, 4, 5, 11, 12, 13} {
			q.Limite = size
			b.requireByCarpeta(t, q, want)
		}
		for i := range want {
			q.Limite, q.Desde = 2, want[i].ClaveCarpeta()
			got, err := b.DeCarpeta(b.ctx, q)
			require(t, err)
			requireSame(t, fmt.Sprintf("after %d", i), got, want[i+1:min(i+3, len(want))])
			q.Desde = ""
		}
	}
}

func eliminacionByCarpetaChanges(t *testing.T, b *world) {
	c, _, e := b.started(t, 2)
	q := eliminacion.ConsultaCarpeta{CarpetaID: c.CarpetaID, Limite: 10}
	b.requireByCarpeta(t, q, []eliminacion.Eliminacion{e})
	n := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireByCarpeta(t, q, []eliminacion.Eliminacion{n})
}

var casesEliminacionList = []testCase{
	{"eliminacion/by operador, page by page, both ways", "", operadorList},
	{"eliminacion/by operador, up to an age", "", operadorBefore},
	{"eliminacion/by operador follows the estado", "", operadorState},
	{"eliminacion/by operador, each its own", "", operadorOther},
}

func (b *world) allKeys(q eliminacion.ConsultaOperador) ([]string, error) {
	return pages(q.Limite, func(key string) string { return key }, func(after string) ([]string, error) {
		q.Desde = cmp.Or(after, q.Desde)
		return b.ClavesDeOperador(b.ctx, q)
	})
}

func (b *world) requireKeys(t testing.TB, q eliminacion.ConsultaOperador, want []string) {
	t.Helper()
	eventually(t, b.ctx, func() error {
		got, err := b.allKeys(q)
		if err != nil {
			return err
		}
		return differenceError(fmt.Sprintf("keys of %+v", q), got, want)
	})
}

// keysEachSecond starts n deletions of one operador, three in each second.
func (b *world) keysEachSecond(t testing.TB, n int) (operadorID string, keysOf []string, es []eliminacion.Eliminacion) {
	t.Helper()
	c, ds := b.seed(t, n)
	for i, d := range ds {
		if i%3 == 0 {
			b.clock.advance(time.Second)
		}
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		es, keysOf = append(es, e), append(keysOf, e.ClaveCarpeta())
	}
	slices.Sort(keysOf)
	return c.OperadorID, keysOf, es
}

func operadorList(t *testing.T, b *world) {
	op, keysOf, _ := b.keysEachSecond(t, 11)
	for _, desc := range []bool{false, true} {
		want := slices.Clone(keysOf)
		if desc {
			slices.Reverse(want)
		}
		q := eliminacion.ConsultaOperador{OperadorID: op, Estado: eliminacion.Iniciada, Descendente: desc}
		for _, q.Limite = range []int{1000, 1, 4, 10, 11, 12} {
			b.requireKeys(t, q, want)
		}
		for i := range want { // the entry that a walk starts after need not exist
			q.Limite, q.Desde = 2, want[i]
			got, err := b.ClavesDeOperador(b.ctx, q)
			require(t, err)
			requireSame(t, fmt.Sprintf("after %d", i), got, want[i+1:min(i+3, len(want))])
		}
	}
}

func operadorBefore(t *testing.T, b *world) {
	op, keysOf, _ := b.keysEachSecond(t, 9)
	q := eliminacion.ConsultaOperador{OperadorID: op, Estado: eliminacion.Iniciada, Limite: 1000}
	b.requireKeys(t, q, keysOf)
	for n := range len(keysOf) {
		q := q
		q.Antes = keysOf[n]
		for _, q.Limite = range []int{1000, 2} {
			q.Descendente = false
			b.requireKeys(t, q, keysOf[:n])
			q.Descendente = true
			backwards := slices.Clone(keysOf[:n])
			slices.Reverse(backwards)
			b.requireKeys(t, q, backwards)
		}
	}
	// A clock that is behind asks for less than the cursor has seen already.
	q.Antes, q.Desde = keysOf[3], keysOf[6]
	b.requireKeys(t, q, nil)
	q.Descendente = true
	b.requireKeys(t, q, []string{keysOf[2], keysOf[1], keysOf[0]})
}

func operadorState(t *testing.T, b *world) {
	op, keysOf, es := b.keysEachSecond(t, 3)
	at := func(status eliminacion.EstadoSaga, want ...string) {
		t.Helper()
		b.requireKeys(t, eliminacion.ConsultaOperador{OperadorID: op, Estado: status, Limite: 10}, want)
	}
	at(eliminacion.Iniciada, keysOf...)
	e := es[0]
	step := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: step}, Hecho()))
	a, err := b.Arrendar(b.ctx, pendienteOf(step), arriendoOf(b.clock.Now().Add(time.Minute)))
	require(t, err)
	require(t, b.Devolver(b.ctx, a, b.clock.Now(), eliminacion.SinRuta))
	at(eliminacion.Iniciada, keysOf...)
	end := nextState(step, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	leftover := slices.DeleteFunc(slices.Clone(keysOf), func(k string) bool { return k == e.ClaveCarpeta() })
	at(eliminacion.Iniciada, leftover...)
	at(eliminacion.Completada, e.ClaveCarpeta())
	at(eliminacion.Fallida)
}

func operadorOther(t *testing.T, b *world) {
	op, keysOf, _ := b.keysEachSecond(t, 2)
	c, ds := b.seed(t, 1)
	c.OperadorID = op + "-2" // begins like the other's
	require(t, b.Iniciar(b.ctx, b.newSaga(c, ds[0]), Hecho()))
	b.requireKeys(t, eliminacion.ConsultaOperador{OperadorID: op, Estado: eliminacion.Iniciada, Limite: 10}, keysOf)
	b.requireKeys(t, eliminacion.ConsultaOperador{OperadorID: "nadie", Estado: eliminacion.Iniciada, Limite: 10}, nil)
}
