package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// plazo bounds every case and every wait; plazoBench a benchmark, whose 100,000
// documents an emulator needs minutes to write.
const (
	plazo      = 10 * time.Minute // only keeps a broken test from hanging
	plazoBench = 20 * time.Minute
)

// banco is the bench that a case works on: a store, its clock, its calls.
type banco struct {
	Instancia
	ctx   context.Context
	reloj *reloj
	obs   *observador
}

func nuevoBanco(t testing.TB, f Factory) *banco {
	t.Helper()
	limite := plazo
	if _, bench := t.(*testing.B); bench {
		limite = plazoBench
	}
	ctx, cancel := context.WithTimeout(t.Context(), limite)
	t.Cleanup(cancel)
	// The present, in whole seconds: an emulator may expire items by its own clock.
	b := &banco{ctx: ctx, reloj: nuevoReloj(time.Now().UTC().Truncate(time.Second)), obs: &observador{}}
	b.Instancia = f.Nueva(t, Entorno{Reloj: b.reloj.Ahora, Observar: b.obs.observar})
	return b
}

// reloj is a clock that only the case moves.
type reloj struct{ ns atomic.Int64 }

func nuevoReloj(t time.Time) *reloj {
	r := &reloj{}
	r.ns.Store(t.UnixNano())
	return r
}

// Ahora is the time that the store sees.
func (r *reloj) Ahora() time.Time { return time.Unix(0, r.ns.Load()).UTC() }

func (r *reloj) avanzar(d time.Duration) { r.ns.Add(int64(d)) }

// observador counts the calls that the store reports.
type observador struct {
	mu        sync.Mutex
	llamadas  map[string]int
	capacidad float64
}

func (o *observador) observar(op string, capacidad float64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.llamadas == nil {
		o.llamadas = map[string]int{}
	}
	o.llamadas[op]++
	o.capacidad += capacidad
}

// tomar returns the counted number since the last tomar.
func (o *observador) tomar() (llamadas map[string]int, capacidad float64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	llamadas, capacidad = o.llamadas, o.capacidad
	o.llamadas, o.capacidad = nil, 0
	return llamadas, capacidad
}

// eventualmente repeats a check until it holds: some reads may lag behind writes.
func eventualmente(t testing.TB, ctx context.Context, prueba func() error) {
	t.Helper()
	tic := time.NewTicker(5 * time.Millisecond)
	defer tic.Stop()
	limite := time.NewTimer(plazo)
	defer limite.Stop()
	for {
		err := prueba()
		if err == nil {
			return
		}
		select {
		case <-tic.C:
		case <-limite.C:
			t.Fatalf("still not so at the deadline: %v", err)
		case <-ctx.Done():
			t.Fatalf("still not so: %v (%v)", err, ctx.Err())
		}
	}
}

func exigir(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

func exigirCodigo(t testing.TB, err error, codigos ...fault.Code) {
	t.Helper()
	for _, c := range codigos {
		if errors.Is(err, c) {
			return
		}
	}
	t.Fatalf("error is %v, want code %v", err, codigos)
}

// comparar holds values together: times by instant, nil and empty slices alike.
func comparar(t testing.TB, que string, hay, quiere any) {
	t.Helper()
	if d := diferencia(hay, quiere); d != "" {
		t.Fatalf("%s differs (-want +got):\n%s", que, d)
	}
}

func diferencia(hay, quiere any) string {
	return cmp.Diff(quiere, hay, cmpopts.EquateEmpty())
}

// igual is comparar for eventualmente.
func igual(que string, hay, quiere any) error {
	if d := diferencia(hay, quiere); d != "" {
		return fmt.Errorf("%s differs (-want +got):\n%s", que, d)
	}
	return nil
}
