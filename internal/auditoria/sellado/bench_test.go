package sellado_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
)

// BenchmarkSealing is the loop over the real embedded stores: events are read, committed to,
// sealed, and their acta is written. Its metric is events for a second of the processor: the disk
// waits for itself.
func BenchmarkSealing(b *testing.B) {
	m := nuevo(b)
	const events = 40_000
	for range events / 1000 {
		m.anota("op-1", 1000)
	}
	m.pasa(2 * auditoria.Asentamiento)
	var spent time.Duration
	for b.Loop() {
		b.StopTimer()
		cfg := m.config("p-1")
		fresh := nuevo(b)
		cfg.Actas, cfg.Objetos, cfg.Marcas = fresh.store, fresh.sellos, fresh.store
		s := sellado.New(cfg)
		b.StartTimer()
		begin := processor(b)
		for range events/7936 + 1 {
			s.Vuelta(b.Context())
		}
		spent += processor(b) - begin
	}
	if got := m.cifras.sellados; got != b.N*events {
		b.Fatalf("%d events are sealed, want %d\n%s", got, b.N*events, m.log)
	}
	b.ReportMetric(float64(m.cifras.sellados)/spent.Seconds(), "events/cpu-s")
}

// processor is the time that this process has had of it.
func processor(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
