package storetest

import (
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var casesConcurrency = []testCase{
	{"concurrency/confirm the same carga", "", concurrencyConfirm},
	{"concurrency/start over one documento", "", concurrencyStart},
	{"concurrency/lease the same evento", "", concurrencyArrendar},
	{"concurrency/save the same secuencia", "", concurrencySave},
	{"concurrency/the counter under 16 writers", "", concurrencyCounter},
}

// atTheSameTime starts n calls at the same moment and waits for all.
func atTheSameTime(n int, f func(i int) error) []error {
	errs := make([]error, n)
	output := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-output
			errs[i] = f(i)
		})
	}
	close(output)
	wg.Wait()
	return errs
}

func concurrencyConfirm(t *testing.T, b *world) {
	for range 5 {
		c, d := b.newWithCarga(t)
		answers := make([]documento.Documento, 16)
		errs := atTheSameTime(16, func(i int) error {
			return b.retryConflicts(func() (err error) {
				answers[i], err = b.ConfirmarCarga(b.ctx, d, d, Hecho())
				return err
			})
		})
		d.Estado, d.ExpiraEn = documento.Procesado, time.Time{}
		for i, err := range errs {
			require(t, err)
			requireSame(t, "answer", answers[i], d)
		}
		b.requireTotal(t, c, 1, 1)
	}
}

func concurrencyStart(t *testing.T, b *world) {
	c, ds := b.seed(t, 10)
	for _, d := range ds {
		sagas := make([]eliminacion.Eliminacion, 16)
		for i := range sagas {
			sagas[i] = b.newSaga(c, d)
		}
		errs := atTheSameTime(16, func(i int) error { return b.Iniciar(b.ctx, sagas[i], Hecho()) })
		requireOneWinner(t, errs)
		got, err := b.Documento(b.ctx, d.Clave())
		require(t, err)
		for i, err := range errs {
			if _, read := b.Eliminacion(b.ctx, sagas[i].EventoID); (read == nil) != (err == nil) {
				t.Fatalf("call answered %v, but reading its saga gives %v", err, read)
			}
			if err == nil && got.EliminacionID != sagas[i].EventoID {
				t.Fatalf("document locked by %q, the winner is %q", got.EliminacionID, sagas[i].EventoID)
			}
		}
	}
	b.requireTotal(t, c, 10, 10)
}

func concurrencyArrendar(t *testing.T, b *world) {
	_, _, e := b.started(t, 1)
	for token := int64(1); token <= 8; token++ {
		until := b.clock.Now().Add(time.Second)
		var mu sync.Mutex
		var won eliminacion.Eliminacion
		errs := atTheSameTime(16, func(int) error {
			a, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(until))
			if err == nil {
				mu.Lock()
				won = a
				mu.Unlock()
			}
			return err
		})
		requireOneWinner(t, errs)
		if won.Arriendos != token || won.Entregas != int(token) {
			t.Fatalf("lease %d has token %d and %d deliveries", token, won.Arriendos, won.Entregas)
		}
		b.requireSaga(t, won)
		e = won
		b.clock.advance(2 * time.Second)
	}
}

func concurrencySave(t *testing.T, b *world) {
	c, ds, e := b.started(t, 3)
	end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	cancelada := nextState(e, eliminacion.Cancelada, eliminacion.Espera, b.clock.Now())
	errs := atTheSameTime(16, func(i int) error {
		if i%2 == 0 {
			return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho())
		}
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: cancelada, Efecto: eliminacion.Desbloquear}, Hecho())
	})
	requireOneWinner(t, errs)
	got, err := b.Eliminacion(b.ctx, e.EventoID)
	require(t, err)
	if got.Estado == eliminacion.Completada {
		b.requireDeleted(t, c, ds[0], ds[1:])
		b.requireTotal(t, c, 2, 4)
		return
	}
	ds[0].FechaUltimaModificacion = ds[0].FechaUltimaModificacion.Add(2 * time.Millisecond) // a lock and its end are changes
	b.requireDocumento(t, ds[0])
	b.requireTotal(t, c, 3, 3)
}

func concurrencyCounter(t *testing.T, b *world) {
	const writers, adds, removes = 16, 3, 2
	c, ds := b.seed(t, writers*removes)
	added := make([][]documento.Documento, writers)
	errs := atTheSameTime(writers, func(i int) error {
		for n := range adds {
			d, err := b.uploadDocumento(c, 1000+i*adds+n)
			if err != nil {
				return err
			}
			added[i] = append(added[i], d)
			if n < removes {
				if err := b.deleteDocumento(c, ds[i*removes+n]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	var want []documento.Documento
	for i, err := range errs {
		require(t, err)
		want = append(want, added[i]...)
	}
	b.requireTotal(t, c, writers*adds, writers*(removes+adds+removes))
	b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 100}, rowsInOrder(want, documento.PorTitulo, false))
}
