package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesCargas = []testCase{
	{"cargas/listed both ways until they end", "", cargasListed},
	{"cargas/changed as they were seen", "", cargasChanged},
	{"cargas/announced again before its confirmation is written", "", cargasAnnouncedAgain},
	{"cargas/ended, confirmed and forgotten at the same time", "", cargasEnded},
}

func (b *world) pending(t testing.TB, carpetaID, after string, desc bool, limit int) (ids []string) {
	t.Helper()
	ps, err := b.Cargas(b.ctx, carpetaID, after, desc, limit)
	require(t, err)
	for _, p := range ps {
		ids = append(ids, p.DocumentoID)
	}
	return ids
}

func (b *world) requirePending(t testing.TB, c carpeta.Carpeta, want []string) {
	t.Helper()
	requireSame(t, "uploads that wait", b.pending(t, c.CarpetaID, "", false, 100), want)
}

func cargasListed(t *testing.T, b *world) {
	c, _ := b.seed(t, 3) // visible ones are no uploads
	var want []string
	for n := range 7 {
		d := b.newCarga(c, 10+n)
		if n == 3 { // of an entity: not the citizen's
			d.EmisorID, d.EmisorNombre = "entidad", "Entidad"
		} else {
			want = append(want, d.DocumentoID)
		}
		require(t, b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()))
	}
	slices.Sort(want)
	b.requirePending(t, c, want)
	for limit := 1; limit <= 7; limit++ {
		for _, desc := range []bool{false, true} {
			expected := slices.Clone(want)
			if desc {
				slices.Reverse(expected)
			}
			var got []string
			for after := ""; ; {
				page := b.pending(t, c.CarpetaID, after, desc, limit)
				if got = append(got, page...); len(page) < limit {
					break
				}
				after = page[len(page)-1]
			}
			requireSame(t, "walk", got, expected)
		}
	}
	d := b.mustRead(t, c, want[0])
	_, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	b.requirePending(t, c, want[1:])
	b.clock.advance(2 * time.Hour) // expired ones are gone, swept or not
	b.requirePending(t, c, nil)
}

func cargasChanged(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	next := d
	next.Titulo, next.ExpiraEn = "Otro", d.ExpiraEn.Add(time.Hour)
	next.Partes = documento.Partes{Tamano: 8 << 20, ID: "x", Verificados: 77, Estado: "y"}
	next.TamanoBytes++ // stays
	got, err := b.CambiarCarga(b.ctx, d, next, hechoRef())
	require(t, err)
	requireSame(t, "size", got.TamanoBytes, d.TamanoBytes)
	requireSame(t, "changed", b.mustRead(t, c, d.DocumentoID), got)
	_, err = b.CambiarCarga(b.ctx, d, next, hechoRef()) // as it was before
	requireCode(t, err, fault.Conflict)
	_, err = b.CambiarCarga(b.ctx, b.newCarga(c, 50), next, hechoRef())
	requireCode(t, err, fault.NotFound)
	b.clock.advance(90 * time.Minute) // the first end has passed
	reserved, err := b.ReservarCarga(b.ctx, got, b.clock.Now().Add(time.Minute))
	require(t, err)
	_, err = b.CambiarCarga(b.ctx, got, next, hechoRef())
	requireCode(t, err, fault.Conflict)
	reserved.Partes = documento.Partes{}
	_, err = b.ConfirmarCarga(b.ctx, reserved, reserved, Hecho())
	require(t, err)
	_, err = b.CambiarCarga(b.ctx, reserved, next, hechoRef())
	requireCode(t, err, fault.Conflict)
	b.requireUso(t, c)
}

// cargasAnnouncedAgain: texts that were stored after a confirmation had read the upload are not lost,
// though nothing else of it changed: in the same second, or once its end is put off no more.
func cargasAnnouncedAgain(t *testing.T, b *world) {
	for _, reserve := range []bool{false, true} {
		c, d := b.newWithCarga(t)
		until := b.clock.Now().Add(time.Minute)
		if reserve {
			var err error
			d, err = b.ReservarCarga(b.ctx, d, until)
			require(t, err)
		}
		next := d
		next.Titulo, next.FechaUltimaModificacion = "Otro", d.Siguiente(b.clock.Now())
		next, err := b.CambiarCarga(b.ctx, d, next, hechoRef())
		require(t, err)
		_, err = b.ConfirmarCarga(b.ctx, d, d, Hecho())
		requireCode(t, err, fault.Conflict)
		_, err = b.ReservarCarga(b.ctx, d, until)
		requireCode(t, err, fault.Conflict)
		requireSame(t, "announced", b.mustRead(t, c, d.DocumentoID), next)
		b.requireTotal(t, c, 0, 0)
		final, err := b.ConfirmarCarga(b.ctx, next, next, Hecho())
		require(t, err)
		again, err := b.ConfirmarCarga(b.ctx, d, d, Hecho()) // whoever saw it before: a repetition
		require(t, err)
		requireSame(t, "repeated", again, final)
		requireSame(t, "confirmed", final.Titulo, "Otro")
		b.requireTotal(t, c, 1, 1)
	}
}

// cargasEnded: an upload that its owner ends is not confirmed, and one that is confirmed is not ended.
func cargasEnded(t *testing.T, b *world) {
	for range 10 {
		c, d := b.newWithCarga(t)
		ended := d
		ended.ExpiraEn = b.clock.Now().Add(-2 * time.Minute).Truncate(time.Second)
		errs := atTheSameTime(2, func(i int) error {
			if i == 0 {
				_, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
				return err
			}
			was, err := b.CambiarCarga(b.ctx, d, ended, hechoRef())
			if err == nil {
				err = b.OlvidarCarga(b.ctx, was, hechoRef())
			}
			return err
		})
		switch errs[0] {
		case nil:
			requireCode(t, errs[1], fault.Conflict)
			b.requireTotal(t, c, 1, 1)
		default:
			require(t, errs[1])
			requireCode(t, errs[0], fault.NotFound)
			b.requireTotal(t, c, 0, 0)
			requireSame(t, "usage", b.requireUso(t, c), carpeta.Uso{})
		}
	}
}
