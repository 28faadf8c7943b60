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
	b.Run("pagina", func(b *testing.B) { benchPaginas(b, f) })
	b.Run("escrituras", func(b *testing.B) { benchEscrituras(b, f) })
	b.Run("sembrar", func(b *testing.B) { benchSembrar(b, f) })
}

// filasDePagina is a page of 20 and the row that tells whether there is more.
const filasDePagina = 21

// benchPaginas compares carpetas of 100 and 100,000 documents, and page 1 with page 500.
func benchPaginas(b *testing.B, f Factory) {
	banco := nuevoBanco(b, f)
	chica, _ := banco.sembrar(b, 100)
	grande := banco.sembrarGrande(b, 100_000)
	for _, campo := range []documento.CampoOrden{documento.PorFechaRecepcion, documento.PorTitulo, documento.PorDocumentoID} {
		q := documento.Consulta{Campo: campo, Descendente: true, Limite: filasDePagina}
		q.CarpetaID = chica.CarpetaID
		b.Run(fmt.Sprintf("%s/100 documentos/pagina 1", campo), func(b *testing.B) { banco.medirPagina(b, q) })
		q.CarpetaID = grande.CarpetaID
		b.Run(fmt.Sprintf("%s/100000 documentos/pagina 1", campo), func(b *testing.B) { banco.medirPagina(b, q) })
		q.Desde = banco.saltar(b, q, 499*20)
		b.Run(fmt.Sprintf("%s/100000 documentos/pagina 500", campo), func(b *testing.B) { banco.medirPagina(b, q) })
		filtrada := q
		filtrada.Desde, filtrada.Filtro.Tipo = "", documento.Diploma // one row of ten
		b.Run(fmt.Sprintf("%s/100000 documentos/con filtro", campo), func(b *testing.B) { banco.medirPagina(b, filtrada) })
		base, honda := q, q
		base.CarpetaID, base.Desde, q.Desde = chica.CarpetaID, "", ""
		b.Run(fmt.Sprintf("%s/proporciones", campo), func(b *testing.B) { banco.medirProporciones(b, base, q, honda) })
	}
}

// medirProporciones takes turns between a small carpeta, a large one, and the
// depth of the large one, so that what else the machine does falls on all alike.
func (b *banco) medirProporciones(m *testing.B, chica, grande, honda documento.Consulta) {
	const porTurno = 10
	consultas := []documento.Consulta{chica, grande, honda}
	tiempos := make([][]time.Duration, len(consultas))
	for m.Loop() {
		for i, q := range consultas {
			inicio := time.Now()
			for range porTurno {
				_, err := b.Listar(m.Context(), q)
				exigir(m, err)
			}
			tiempos[i] = append(tiempos[i], time.Since(inicio)/porTurno)
		}
	}
	medianas := make([]float64, len(consultas))
	for i, ts := range tiempos {
		slices.Sort(ts)
		medianas[i] = float64(ts[len(ts)/2])
	}
	m.ReportMetric(medianas[0], "ns/pagina")
	m.ReportMetric(medianas[1]/medianas[0], "grande/chica")
	m.ReportMetric(medianas[2]/medianas[1], "honda/primera")
}

func (b *banco) sembrarGrande(t testing.TB, n int) carpeta.Carpeta {
	t.Helper()
	c := nuevaCarpeta()
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.nuevoDocumento(c, i)
	}
	return b.sembrarEn(t, c, ds)
}

// saltar finds the cursor after n rows.
func (b *banco) saltar(t testing.TB, q documento.Consulta, n int) string {
	t.Helper()
	for n > 0 {
		q.Limite = min(n, 101)
		fs, err := b.Listar(b.ctx, q)
		exigir(t, err)
		n -= len(fs)
		q.Desde = fs[len(fs)-1].ClaveOrden(q.Campo)
	}
	return q.Desde
}

func (b *banco) medirPagina(m *testing.B, q documento.Consulta) {
	b.obs.tomar()
	m.ReportAllocs()
	for m.Loop() {
		if fs, err := b.Listar(m.Context(), q); err != nil || len(fs) != q.Limite {
			m.Fatalf("%d rows, %v", len(fs), err)
		}
	}
	llamadas, capacidad := b.obs.tomar()
	m.ReportMetric(float64(llamadas["Listar"])/float64(m.N), "llamadas/op")
	m.ReportMetric(capacidad/float64(m.N), "unidades/op")
}

func benchEscrituras(b *testing.B, f Factory) {
	b.Run("carga", func(b *testing.B) { medirCarga(b, f) })
	b.Run("iniciar", func(b *testing.B) { medirIniciar(b, f) })
	b.Run("eliminacion completa", func(b *testing.B) { medirEliminacion(b, f) })
	b.Run("eliminacion completa, 16 a la vez", func(b *testing.B) { medirEliminacionParalela(b, f) })
}

// medirCarga is an upload: CrearCarga and ConfirmarCarga.
func medirCarga(m *testing.B, f Factory) {
	b := nuevoBanco(m, f)
	c, _ := b.sembrar(m, 100)
	n := 0
	for m.Loop() {
		n++
		_, err := b.subir(c, n)
		exigir(m, err)
	}
}

// documentosDe hands out documents to delete, seeding more outside the measured time.
type documentosDe struct {
	b  *banco
	c  carpeta.Carpeta
	ds []documento.Documento
}

func (d *documentosDe) uno(m *testing.B) (carpeta.Carpeta, documento.Documento) {
	if len(d.ds) == 0 {
		m.StopTimer()
		d.c, d.ds = d.b.sembrar(m, 1000)
		m.StartTimer()
	}
	doc := d.ds[0]
	d.ds = d.ds[1:]
	return d.c, doc
}

func medirIniciar(m *testing.B, f Factory) {
	b := nuevoBanco(m, f)
	fuente := documentosDe{b: b}
	for m.Loop() {
		c, d := fuente.uno(m)
		exigir(m, b.Iniciar(b.ctx, b.nuevaSaga(c, d)))
	}
}

// eliminarEntera is every write of a deletion without trouble: the request, its
// lease, the pivot, the end.
func (b *banco) eliminarEntera(c carpeta.Carpeta, d documento.Documento) error {
	e := b.nuevaSaga(c, d)
	if err := b.Iniciar(b.ctx, e); err != nil {
		return err
	}
	e, err := b.Arrendar(b.ctx, pendiente(e), arriendo(b.reloj.Ahora()))
	if err != nil {
		return err
	}
	e = siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	if err := b.Guardar(b.ctx, eliminacion.Guardado{Nueva: e}); err != nil {
		return err
	}
	e, err = b.Arrendar(b.ctx, pendiente(e), arriendo(b.reloj.Ahora()))
	if err != nil {
		return err
	}
	e = siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	return b.insistir(func() error {
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: e, Efecto: eliminacion.BorrarMetadato})
	})
}

func medirEliminacion(m *testing.B, f Factory) {
	b := nuevoBanco(m, f)
	fuente := documentosDe{b: b}
	for m.Loop() {
		c, d := fuente.uno(m)
		exigir(m, b.eliminarEntera(c, d))
	}
}

// medirEliminacionParalela deletes 16 documents of 16 carpetas per round.
func medirEliminacionParalela(m *testing.B, f Factory) {
	const aLaPar = 16
	b := nuevoBanco(m, f)
	fuentes := make([]documentosDe, aLaPar)
	for i := range fuentes {
		fuentes[i].b = b
	}
	for m.Loop() {
		var cs [aLaPar]carpeta.Carpeta
		var ds [aLaPar]documento.Documento
		for i := range fuentes {
			cs[i], ds[i] = fuentes[i].uno(m)
		}
		for _, err := range aLaVez(aLaPar, func(i int) error { return b.eliminarEntera(cs[i], ds[i]) }) {
			exigir(m, err)
		}
	}
	m.ReportMetric(aLaPar*float64(m.N)/m.Elapsed().Seconds(), "eliminaciones/s")
}

func benchSembrar(m *testing.B, f Factory) {
	for _, n := range []int{100, 10_000} {
		m.Run(fmt.Sprintf("carpetas de %d", n), func(m *testing.B) {
			b := nuevoBanco(m, f)
			for m.Loop() {
				m.StopTimer()
				c := nuevaCarpeta()
				ds := make([]documento.Documento, n)
				for i := range ds {
					ds[i] = b.nuevoDocumento(c, i)
				}
				m.StartTimer()
				exigir(m, b.Sembrar(b.ctx, c, ds))
			}
			m.ReportMetric(float64(n)*float64(m.N)/m.Elapsed().Seconds(), "documentos/s")
		})
	}
}
