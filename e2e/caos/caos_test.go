package caos_test

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// rapidos are short leases: what a short run has time for.
var rapidos = []string{
	"CARPETA_PLAZO=3s", "CARPETA_PUBLISH_TIMEOUT=2s", "CARPETA_CONFIRM_TIMEOUT=1s", "CARPETA_SWEEP_INTERVAL=500ms",
	"CARPETA_RETRY_DELAYS=300ms,600ms,1200ms", "CARPETA_OBJECT_TIMEOUT=2s", "CARPETA_STORE_TIMEOUT=2s", "CARPETA_SHUTDOWN_TIMEOUT=2m",
}

// TestCaosBreve is one run of a few hundred deletions and a fault of each sort.
func TestCaosBreve(t *testing.T) {
	if *corridas > 0 {
		t.Skip("long runs were asked for")
	}
	correr(t, Medida{Semilla: *semilla, Borrados: 240, Carpetas: 3, Servidores: 2, Oyentes: 40, Breve: true, Ajustes: rapidos})
}

// TestCaos makes the long runs, with the program's own times.
func TestCaos(t *testing.T) {
	for n := range *corridas {
		s := *semilla + uint64(n)
		if t.Run(fmt.Sprintf("seed=%d", s), func(t *testing.T) {
			correr(t, Medida{Semilla: s, Borrados: *cuantas, Carpetas: 8, Servidores: 3, Oyentes: 200})
		}) {
			bien++
		} else {
			mal++
		}
	}
}

// correr is a whole run: load under faults, the calm, and the look at the stores.
func correr(t *testing.T, m Medida) {
	desde := time.Now()
	w := nuevoMundo(t, m)
	p := planear(m, w.antes)
	defer w.alFinal(p)
	w.informe.comienzo(m, p)
	g := w.vivir(p)
	w.calma()
	j := w.comprobar(g)
	w.reconciliar(j)
	w.informe.final(w, g, j, time.Since(desde))
	w.parar()
}

// salida is where a run tells of itself: at once in a long one.
func salida(t testing.TB, formato string, args ...any) {
	if *corridas > 0 {
		fmt.Fprintf(os.Stdout, formato+"\n", args...)
		return
	}
	t.Helper()
	t.Logf(formato, args...)
}
