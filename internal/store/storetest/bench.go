package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Benchmark measures a backend: pages at every depth and size, and the writes of a deletion.
func Benchmark(b *testing.B, f Factory) {
	b.Run("page", func(b *testing.B) { benchPages(b, f) })
	b.Run("writes", func(b *testing.B) { benchWrites(b, f) })
	b.Run("seed", func(b *testing.B) { benchSeed(b, f) })
}

// rowsOfPage is a page of 20 and the row that tells whether there is more.
const rowsOfPage = 21

// benchPages compares carpetas of 100 and 100,000 documents, and page 1 with page 500.
func benchPages(b *testing.B, f Factory) {
	world := newWorld(b, f)
	small, _ := world.seed(b, 100)
	large := world.seedLarge(b, 100_000)
	for _, campo := range []documento.CampoOrden{documento.PorFechaRecepcion, documento.PorTitulo, documento.PorDocumentoID} {
		q := documento.Consulta{Campo: campo, Descendente: true, Limite: rowsOfPage}
		q.CarpetaID = small.CarpetaID
		b.Run(fmt.Sprintf("%s/100 documentos/page 1", campo), func(b *testing.B) { world.measurePage(b, q) })
		q.CarpetaID = large.CarpetaID
		b.Run(fmt.Sprintf("%s/100000 documentos/page 1", campo), func(b *testing.B) { world.measurePage(b, q) })
		q.Desde = world.skip(b, q, 499*20)
		b.Run(fmt.Sprintf("%s/100000 documentos/page 500", campo), func(b *testing.B) { world.measurePage(b, q) })
		filtered := q
		filtered.Desde, filtered.Filtro.Tipos = "", []documento.Tipo{documento.Diploma} // one row of ten
		b.Run(fmt.Sprintf("%s/100000 documentos/filtered", campo), func(b *testing.B) { world.measurePage(b, filtered) })
		base, deep := q, q
		base.CarpetaID, base.Desde, q.Desde = small.CarpetaID, "", ""
		b.Run(fmt.Sprintf("%s/proportions", campo), func(b *testing.B) { world.measureProportions(b, base, q, deep) })
	}
}

// measureProportions takes turns between a small carpeta, a large one, and the
// depth of the large one, so that what else the machine does falls on all alike.
func (b *world) measureProportions(m *testing.B, small, large, deep documento.Consulta) {
	const perTurn = 10
	queries := []documento.Consulta{small, large, deep}
	durations := make([][]time.Duration, len(queries))
	for m.Loop() {
		for i, q := range queries {
			start := time.Now()
			for range perTurn {
				_, err := b.Listar(m.Context(), q)
				require(m, err)
			}
			durations[i] = append(durations[i], time.Since(start)/perTurn)
		}
	}
	medians := make([]float64, len(queries))
	for i, ts := range durations {
		slices.Sort(ts)
		medians[i] = float64(ts[len(ts)/2])
	}
	m.ReportMetric(medians[0], "ns/page")
	m.ReportMetric(medians[1]/medians[0], "large/small")
	m.ReportMetric(medians[2]/medians[1], "deep/first")
}

func (b *world) seedLarge(t testing.TB, n int) carpeta.Carpeta {
	t.Helper()
	c := newCarpeta()
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.newDocumento(c, i)
	}
	return b.seedIn(t, c, ds)
}

// skip finds the cursor after n rows.
func (b *world) skip(t testing.TB, q documento.Consulta, n int) string {
	t.Helper()
	for n > 0 {
		q.Limite = min(n, 101)
		fs, err := b.Listar(b.ctx, q)
		require(t, err)
		n -= len(fs)
		q.Desde = fs[len(fs)-1].ClaveOrden(q.Campo)
	}
	return q.Desde
}

func (b *world) measurePage(m *testing.B, q documento.Consulta) {
	b.obs.take()
	m.ReportAllocs()
	for m.Loop() {
		if fs, err := b.Listar(m.Context(), q); err != nil || len(fs) != q.Limite {
			m.Fatalf("%d rows, %v", len(fs), err)
		}
	}
	calls, capacity := b.obs.take()
	m.ReportMetric(float64(calls["Listar"])/float64(m.N), "calls/op")
	m.ReportMetric(capacity/float64(m.N), "units/op")
}

func benchWrites(b *testing.B, f Factory) {
	b.Run("carga", func(b *testing.B) { measureCarga(b, f) })
	b.Run("start", func(b *testing.B) { measureStart(b, f) })
	b.Run("whole eliminacion", func(b *testing.B) { measureEliminacion(b, f) })
	b.Run("whole eliminacion, 16 at the same time", func(b *testing.B) { measureEliminacionParallel(b, f) })
}

// measureCarga is an upload: CrearCarga and ConfirmarCarga.
func measureCarga(m *testing.B, f Factory) {
	b := newWorld(m, f)
	c, _ := b.seed(m, 100)
	n := 0
	for m.Loop() {
		n++
		_, err := b.uploadDocumento(c, n)
		require(m, err)
	}
}

// documentoSource hands out documents to delete, seeding more outside the measured time.
type documentoSource struct {
	b  *world
	c  carpeta.Carpeta
	ds []documento.Documento
}

func (d *documentoSource) next(m *testing.B) (carpeta.Carpeta, documento.Documento) {
	if len(d.ds) == 0 {
		m.StopTimer()
		d.c, d.ds = d.b.seed(m, 1000)
		m.StartTimer()
	}
	doc := d.ds[0]
	d.ds = d.ds[1:]
	return d.c, doc
}

func measureStart(m *testing.B, f Factory) {
	b := newWorld(m, f)
	source := documentoSource{b: b}
	for m.Loop() {
		c, d := source.next(m)
		require(m, b.Iniciar(b.ctx, b.newSaga(c, d), Hecho()))
	}
}

// deleteWhole is every write of a deletion without trouble: the request, its
// lease, the pivot, the end.
func (b *world) deleteWhole(c carpeta.Carpeta, d documento.Documento) error {
	e := b.newSaga(c, d)
	if err := b.Iniciar(b.ctx, e, Hecho()); err != nil {
		return err
	}
	e, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(b.clock.Now()))
	if err != nil {
		return err
	}
	e = nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	if err := b.Guardar(b.ctx, eliminacion.Guardado{Nueva: e}, Hecho()); err != nil {
		return err
	}
	e, err = b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(b.clock.Now()))
	if err != nil {
		return err
	}
	e = nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	return b.retryConflicts(func() error {
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: e, Efecto: eliminacion.BorrarMetadato}, Hecho())
	})
}

func measureEliminacion(m *testing.B, f Factory) {
	b := newWorld(m, f)
	source := documentoSource{b: b}
	for m.Loop() {
		c, d := source.next(m)
		require(m, b.deleteWhole(c, d))
	}
}

// measureEliminacionParallel deletes 16 documents of 16 carpetas per round.
func measureEliminacionParallel(m *testing.B, f Factory) {
	const parallel = 16
	b := newWorld(m, f)
	sources := make([]documentoSource, parallel)
	for i := range sources {
		sources[i].b = b
	}
	for m.Loop() {
		var cs [parallel]carpeta.Carpeta
		var ds [parallel]documento.Documento
		for i := range sources {
			cs[i], ds[i] = sources[i].next(m)
		}
		for _, err := range atTheSameTime(parallel, func(i int) error { return b.deleteWhole(cs[i], ds[i]) }) {
			require(m, err)
		}
	}
	m.ReportMetric(parallel*float64(m.N)/m.Elapsed().Seconds(), "eliminaciones/s")
}

func benchSeed(m *testing.B, f Factory) {
	for _, n := range []int{100, 10_000} {
		m.Run(fmt.Sprintf("carpetas of %d", n), func(m *testing.B) {
			b := newWorld(m, f)
			for m.Loop() {
				m.StopTimer()
				c := newCarpeta()
				ds := make([]documento.Documento, n)
				for i := range ds {
					ds[i] = b.newDocumento(c, i)
				}
				m.StartTimer()
				require(m, b.Sembrar(b.ctx, c, ds, Hecho()))
			}
			m.ReportMetric(float64(n)*float64(m.N)/m.Elapsed().Seconds(), "documentos/s")
		})
	}
}
