package reconciliacion_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// tablero is what a server would show.
type tablero struct {
	mu         sync.Mutex
	restantes  map[reconciliacion.Tipo]int64
	terminado  time.Time
	reparadas  map[reconciliacion.Tipo]int64
	documentos int64
}

func (m *tablero) Reconciliado(r map[reconciliacion.Tipo]int64, en time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.restantes, m.terminado = r, en
}

func (m *tablero) Reparado(r map[reconciliacion.Tipo]int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reparadas = r
}

func (m *tablero) Mirado(documentos, _ int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.documentos += documentos
}

// servidor runs the background walk of one process for some turns.
func (w *taller) servidor(dueno string, vueltas int) *tablero {
	w.t.Helper()
	m := &tablero{}
	r := *w.r
	ctx, parar := context.WithCancel(w.t.Context())
	defer parar()
	r.Pause = func(ctx context.Context, d time.Duration) error {
		if d == r.Plazos.Pausa || d == r.Plazos.Reposo {
			return ctx.Err()
		}
		if vueltas--; vueltas < 0 {
			return errors.New("enough")
		}
		return ctx.Err()
	}
	f := &reconciliacion.Background{Reconciliador: &r, Interval: time.Hour, Dueno: dueno, Metrics: m}
	exigir(w.t, f.Run(ctx))
	return m
}

// TestBackground: one process walks once per interval, all tell the same, nothing is
// repaired, and a repair by hand shows everywhere.
func TestBackground(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		w.subir()
		nombre := documento.NombreObjeto(documento.Clave{CarpetaID: w.carpeta.CarpetaID, DocumentoID: world.NewID()})
		w.guardar(nombre)
		a, b := w.servidor("a", 3), w.servidor("b", 3)
		if a.documentos != 1 || b.documentos != 0 {
			t.Errorf("looked at %d and %d documents, want one walk in all", a.documentos, b.documentos)
		}
		for nombre, m := range map[string]*tablero{"a": a, "b": b} {
			got := []int{int(m.restantes[reconciliacion.ObjetoSinMetadatos]), len(m.restantes)}
			if diff := cmp.Diff([]int{1, len(reconciliacion.Tipos)}, got); diff != "" {
				t.Errorf("%s tells of objects without metadata, of kinds (-want +got):\n%s%v", nombre, diff, m.restantes)
			}
			if m.terminado.IsZero() {
				t.Errorf("%s does not tell when the walk ended", nombre)
			}
		}
		if g, err := w.objetos.Rastro(t.Context(), nombre); err != nil || !g.ConDatos {
			t.Errorf("the background repaired: %+v, %v", g, err)
		}
		w.adelantar(time.Minute)
		w.reparar(reconciliacion.SagaIniciada)
		despues := w.servidor("c", 1)
		if despues.restantes[reconciliacion.ObjetoSinMetadatos] != 0 || despues.reparadas[reconciliacion.ObjetoSinMetadatos] != 1 {
			t.Errorf("after a repair by hand: %v, repaired %v", despues.restantes, despues.reparadas)
		}
		w.adelantar(2 * time.Hour)
		if d := w.servidor("d", 2); d.documentos != 1 {
			t.Errorf("an interval later it looked at %d documents", d.documentos)
		}
	})
}
