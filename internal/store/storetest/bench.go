package storetest

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Benchmark measures a backend: pages of a small and of a large carpeta, an upload, and a whole deletion.
func Benchmark(b *testing.B, f Factory) {
	w := newWorld(b, f)
	small, _ := w.seed(b, 100)
	large, _ := w.seed(b, 100_000)
	q := documento.Consulta{Campo: documento.PorFechaRecepcion, Descendente: true, Limite: 21}
	for name, id := range map[string]string{"page of 100": small.CarpetaID, "page of 100,000": large.CarpetaID} {
		b.Run(name, func(b *testing.B) {
			q.CarpetaID = id
			b.ReportAllocs()
			for b.Loop() {
				fs, err := w.Listar(b.Context(), q)
				require(b, err)
				q.Desde = "" // the next page, from the beginning again behind the last one
				if len(fs) == q.Limite {
					q.Desde = fs[q.Limite-1].ClaveOrden(q.Campo)
				}
			}
		})
	}
	b.Run("upload and deletion", func(b *testing.B) {
		for b.Loop() {
			d, err := w.uploadDocumento(small, 1)
			require(b, err)
			e := w.newSaga(small, d)
			require(b, w.Iniciar(w.ctx, e, Hecho()))
			e, err = w.Arrendar(w.ctx, pendienteOf(e), arriendoOf(w.clock.Now()))
			require(b, err)
			e = nextState(e, eliminacion.Completada, eliminacion.Completed, w.clock.Now())
			require(b, w.Guardar(w.ctx, eliminacion.Guardado{Nueva: e, Efecto: eliminacion.BorrarMetadato}, Hecho()))
		}
	})
}
