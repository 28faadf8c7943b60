package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesNovedades = []testCase{
	{"novedades/those of a carpeta", "", novedadesWritten},
	{"novedades/page by page, from any moment", "", novedadesPaged},
	{"novedades/expire", "", novedadesExpire},
	{"eliminacion/under way, however many are newer", "", changedUnderWay},
	{"eliminacion/ended lately, newest first", "", changedEnded},
}

// changed seeds a carpeta, and corrects its n documents, a second apart.
func (b *world) changed(t testing.TB, n int) (c carpeta.Carpeta, want []documento.Novedad) {
	t.Helper()
	c, ds := b.seed(t, n)
	for _, seen := range ds {
		b.clock.advance(time.Second)
		d := b.corrected(seen, "Corregido", seen.Tipo, "")
		d.FechaUltimaModificacion = b.clock.Now()
		require(t, b.Corregir(b.ctx, seen, d, Hecho()))
		want = append(want, documento.Novedad{Clave: d.Clave(), Tipo: documento.Cambio, En: b.clock.Now()})
	}
	return c, want
}

func (b *world) requireNovedades(t testing.TB, q documento.ConsultaNovedades, want []documento.Novedad) {
	t.Helper()
	got, err := b.Novedades(b.ctx, q)
	require(t, err)
	requireSame(t, "news", got, want)
}

func novedadesWritten(t *testing.T, b *world) {
	start := b.clock.Now()
	b.changed(t, 1)
	c, want := b.changed(t, 3)
	b.requireNovedades(t, documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Desde: start, Limite: 10}, want)
}

func novedadesPaged(t *testing.T, b *world) {
	c, want := b.changed(t, 7)
	for i, n := range want {
		b.requireNovedades(t, documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Desde: n.En, Limite: 1000}, want[i:])
		b.requireNovedades(t, documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Desde: n.En.Add(time.Millisecond), Limite: 1000}, want[i+1:])
		b.requireNovedades(t, documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Despues: n.ClaveOrden(), Limite: 2}, want[i+1:min(i+3, len(want))])
	}
	for _, q := range []documento.ConsultaNovedades{{Limite: 1}, {CarpetaID: "c"}, {CarpetaID: "c", Limite: 1001}} {
		requireCode(t, errOf(b.Novedades(b.ctx, q)), fault.InvalidPaginationArguments)
	}
}

func novedadesExpire(t *testing.T, b *world) {
	c, want := b.changed(t, 2)
	q := documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Desde: want[0].En, Limite: 10}
	b.clock.advance(documento.RetencionNovedades - time.Second - time.Millisecond)
	b.requireNovedades(t, q, want)
	b.clock.advance(time.Millisecond)
	b.requireNovedades(t, q, want[1:])
}

func (b *world) requireCambiadas(t testing.TB, q eliminacion.ConsultaCambios, want []eliminacion.Eliminacion) {
	t.Helper()
	eventually(t, b.ctx, func() error {
		got, err := b.Cambiadas(b.ctx, q)
		if err != nil {
			return err
		}
		return differenceError("changed deletions", got, want)
	})
}

// changedUnderWay: one that waits for an approval is found behind a hundred newer ones that ended.
func changedUnderWay(t *testing.T, b *world) {
	c, ds := b.seed(t, 120)
	q := eliminacion.ConsultaCambios{CarpetaID: c.CarpetaID, EnCurso: true, Limite: 1000}
	var want []eliminacion.Eliminacion
	for i, d := range ds {
		b.clock.advance(time.Millisecond)
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		if i < 3 {
			want = append(want, e)
			continue
		}
		end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
		require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	}
	b.requireCambiadas(t, q, want)
	q.Limite = 2
	b.requireCambiadas(t, q, want[:2])
	want[0] = nextState(want[0], eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: want[0]}, Hecho()))
	b.requireCambiadas(t, q, want[:2])
}

func changedEnded(t *testing.T, b *world) {
	c, ds := b.seed(t, 6)
	b.requireCambiadas(t, eliminacion.ConsultaCambios{CarpetaID: c.CarpetaID, Limite: 10}, nil)
	var ended []eliminacion.Eliminacion
	for i, d := range ds {
		b.clock.advance(time.Second)
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		if i == 0 { // it never ends
			continue
		}
		end := nextState(e, eliminacion.Fallida, eliminacion.MetadataCleanup, b.clock.Now())
		require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end}, Hecho()))
		ended = append(ended, end)
	}
	for i, e := range ended {
		want := slices.Clone(ended[i:])
		slices.Reverse(want)
		q := eliminacion.ConsultaCambios{CarpetaID: c.CarpetaID, Desde: e.CompletadaEn, Limite: 1000}
		b.requireCambiadas(t, q, want)
		q.Limite = 2
		b.requireCambiadas(t, q, want[:min(2, len(want))])
	}
	again := nextState(ended[4], eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now()) // tried again
	again.CompletadaEn, again.ExpiraEn = time.Time{}, time.Time{}
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: again}, Hecho()))
	b.requireCambiadas(t, eliminacion.ConsultaCambios{CarpetaID: c.CarpetaID, Desde: ended[3].CompletadaEn, Limite: 10}, ended[3:4])
}
