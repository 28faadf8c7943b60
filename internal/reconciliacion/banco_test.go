package reconciliacion_test

import (
	"log/slog"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// BenchmarkRecorrer is a whole walk over seeded carpetas with their files.
func BenchmarkRecorrer(b *testing.B) {
	for nombre, abrir := range map[string]func(testing.TB) *taller{"embedded": embebido, "distributed": distribuido} {
		b.Run(nombre, func(b *testing.B) {
			w := abrir(b)
			config := semilla.Config{Carpetas: 10, Documentos: 500, Rand: semilla.NewRand(1)}
			config.Entidades = &entidad.Servicio{Store: w.almacen, Clock: w.now, Log: slog.New(slog.DiscardHandler), Escribano: auditoria.Escribano{Clock: w.now}}
			exigir(b, semilla.Sembrar(b.Context(), carpeta.Servicio{Store: w.almacen}, w.almacen, w.objetos, config, func(semilla.Line) {}))
			w.capacidad.Store(0)
			w.llamadas.Store(0)
			documentos := int64(0)
			b.ResetTimer()
			for b.Loop() {
				hs, _, r, err := w.recorrer(reconciliacion.Encargo{})
				exigir(b, err)
				if len(hs) > 0 || r.Objetos != 5000 {
					b.Fatalf("%+v, %+v", hs, r)
				}
				documentos += r.Documentos
			}
			b.StopTimer()
			b.ReportMetric(float64(documentos)/b.Elapsed().Seconds(), "documents/s")
			b.ReportMetric(float64(w.capacidad.Load())/10/float64(documentos)*1000, "RCU/1000-documents")
			b.ReportMetric(float64(w.llamadas.Load())/float64(documentos)*1000, "store-calls/1000-documents")
		})
	}
}
