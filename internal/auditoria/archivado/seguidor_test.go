package archivado_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/archivado"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// fetches counts the parts that are fetched.
type fetches struct {
	*breaking
	parts map[string]int
}

func (f *fetches) Get(ctx context.Context, key string) ([]byte, error) {
	if strings.HasSuffix(key, ".zst") {
		f.parts[key]++
	}
	return f.breaking.Get(ctx, key)
}

// TestAnExportFetchesEachPartOnce, however short its runs are; and whoever goes back or elsewhere gets what
// everybody gets.
func TestAnExportFetchesEachPartOnce(t *testing.T) {
	w := newWorld(t)
	start, a := w.now, w.archive("p1")
	for range 3 {
		for range 30 {
			w.now = w.now.Add(time.Second)
			w.note(operadores[0], []auditoria.Tipo{auditoria.DocumentoVisto, auditoria.DocumentoEditado}[len(w.all)%2])
		}
		w.now = w.now.Add(3 * day)
		w.pass(a)
	}
	w.now = w.now.Add(400 * day)
	counted := &fetches{breaking: w.objects, parts: map[string]int{}}
	a = w.archiveOn("p1", counted)
	for _, tipo := range []auditoria.Tipo{"", auditoria.DocumentoEditado} {
		for _, size := range []int{1, 2, 3, 7, 8, 100} {
			clear(counted.parts)
			c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: operadores[0], Desde: start.Add(-time.Hour), Tipo: tipo}, Limite: size}
			s := a.Seguidor()
			w.requireSame(c, w.walkBy(s.Eventos, c), w.want(c))
			if len(counted.parts) != 15 { // of 7 events
				t.Fatalf("%d parts", len(counted.parts))
			}
			for part, n := range counted.parts {
				if n != 1 {
					t.Errorf("runs of %d: %s is fetched %d times", size, part, n)
				}
			}
			r := rand.New(rand.NewPCG(uint64(size), 1))
			for range 50 {
				c.Despues, c.Descendente = w.all[r.IntN(len(w.all))].ClaveOrden(), r.IntN(4) == 0
				got, _ := s.Eventos(t.Context(), c)
				want, _ := a.Eventos(t.Context(), c)
				w.requireSame(c, got, want)
			}
			s.Close()
		}
	}
}

// TestAnOpenPartWeighsWhatTheHeapHolds: what an export keeps open is counted by this weight.
func TestAnOpenPartWeighsWhatTheHeapHolds(t *testing.T) {
	for name, n := range map[string]int{"a few events": 20, "a part": 8192} {
		es := make([]auditoria.Evento, n)
		for i := range es {
			id := uuid.NewString()
			es[i] = auditoria.Evento{
				EventoID: id, Tipo: auditoria.DocumentoVisto, Momento: time.Unix(1e9+int64(i), 0), OperadorID: "operador-1", CarpetaID: id, DocumentoID: id,
				CorrelacionID: id, Recurso: auditoria.Recurso{Tipo: "documento", ID: id}, Actor: auditoria.Actor{Tipo: "ciudadano", ID: "1020304050"},
			}
		}
		before := leaks.Heap()
		weight, closes, err := archivado.OpenPart(es, n/2)
		if err != nil {
			t.Fatal(err)
		}
		held := leaks.Heap() - before
		if t.Logf("%s: %d bytes, weighed as %d", name, held, weight); held > weight*3/2 || weight > held+1<<20 {
			t.Errorf("%s: the heap holds %d bytes, the weight is %d", name, held, weight)
		}
		closes()
		runtime.KeepAlive(es)
	}
}
