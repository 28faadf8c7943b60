package storetest

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesCargas = []testCase{
	{"cargas/listed both ways until they end", "", cargasListed},
	{"cargas/found by their content while they wait", "", cargasFound},
	{"cargas/changed as they were seen", "", cargasChanged},
	{"cargas/announced again before its confirmation is written", "", cargasAnnouncedAgain},
	{"cargas/the same content announced at the same time is one upload", "", cargasSameContent},
	{"cargas/the same content may come again", "", cargasSameContentAgain},
	{"cargas/ended, confirmed and forgotten at the same time", "", cargasEnded},
	{"cargas/cancelled on a clock on which it ended", "", cargasCancelledLate},
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
			got, err := pages(limit, func(id string) string { return id }, func(after string) ([]string, error) {
				return b.pending(t, c.CarpetaID, after, desc, limit), nil
			})
			require(t, err)
			requireSame(t, "walk", got, expected)
		}
	}
	d := b.mustRead(t, c, want[0])
	require(t, errOf(b.ConfirmarCarga(b.ctx, d, d, Hecho())))
	b.requirePending(t, c, want[1:])
	b.clock.advance(2 * time.Hour) // expired ones are gone, swept or not
	b.requirePending(t, c, nil)
}

func cargasFound(t *testing.T, b *world) {
	c, _ := b.seed(t, 3)
	looks := func(d documento.Documento, want bool) {
		t.Helper()
		got, found, err := b.MismaCarga(b.ctx, d.CarpetaID, d.Hash, d.TamanoBytes)
		require(t, err)
		if found != want || found && got.DocumentoID != d.DocumentoID {
			t.Errorf("found %v %q, want %v %q", found, got.DocumentoID, want, d.DocumentoID)
		}
	}
	all := make([]documento.Documento, 7)
	for n := range all {
		all[n] = b.newCarga(c, 10+n)
		looks(all[n], false)
		require(t, b.CrearCarga(b.ctx, all[n], carpeta.SinCuota, Hecho()))
	}
	delivered, titled := b.newCarga(c, 20), b.newCarga(c, 21)
	delivered.EmisorID, delivered.EmisorNombre = "entidad", "Entidad"
	absent := b.newCarga(c, 22)
	titled.Titulo = absent.Hash
	require(t, b.CrearCarga(b.ctx, delivered, carpeta.SinCuota, Hecho()))
	require(t, b.CrearCarga(b.ctx, titled, carpeta.SinCuota, Hecho()))
	for _, d := range all {
		looks(d, true)
	}
	looks(delivered, false) // not the citizen's
	looks(absent, false)    // a title is no content
	longer := all[0]
	longer.TamanoBytes++
	looks(longer, false)
	require(t, errOf(b.ConfirmarCarga(b.ctx, all[0], all[0], Hecho())))
	looks(all[0], false)
	looks(all[1], true)
	b.clock.advance(2 * time.Hour)
	looks(all[1], false)
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
	requireCode(t, errOf(b.CambiarCarga(b.ctx, b.newCarga(c, 50), next, hechoRef())), fault.NotFound)
	b.clock.advance(90 * time.Minute) // the first end has passed
	reserved, err := b.ReservarCarga(b.ctx, got, b.clock.Now().Add(time.Minute))
	require(t, err)
	requireCode(t, errOf(b.CambiarCarga(b.ctx, got, next, hechoRef())), fault.Conflict)
	reserved.Partes = documento.Partes{}
	require(t, errOf(b.ConfirmarCarga(b.ctx, reserved, reserved, Hecho())))
	requireCode(t, errOf(b.CambiarCarga(b.ctx, reserved, next, hechoRef())), fault.Conflict)
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
		requireCode(t, errOf(b.ConfirmarCarga(b.ctx, d, d, Hecho())), fault.Conflict)
		requireCode(t, errOf(b.ReservarCarga(b.ctx, d, until)), fault.Conflict)
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

// requireAnnounced wants an announcement to be refused because of the first one.
func requireAnnounced(t testing.TB, err error, first documento.Documento) {
	t.Helper()
	requireCode(t, err, fault.Conflict)
	var before documento.YaAnunciada
	if !errors.As(err, &before) || before.Primera.Clave() != first.Clave() || before.Primera.Hash != first.Hash {
		t.Errorf("refused because of %+v, want %s", before.Primera, first.DocumentoID)
	}
}

// withContent is another upload of the same content.
func (b *world) withContent(c carpeta.Carpeta, of documento.Documento) documento.Documento {
	d := b.newCarga(c, 3)
	d.Hash, d.TamanoBytes = of.Hash, of.TamanoBytes
	return d
}

func cargasSameContent(t *testing.T, b *world) {
	c, _ := b.seed(t, 0)
	for n := range 5 {
		first := b.newCarga(c, n)
		ds := make([]documento.Documento, 8)
		for i := range ds {
			ds[i] = b.withContent(c, first)
		}
		errs := atTheSameTime(len(ds), func(i int) (refused error) {
			err := b.retryConflicts(func() error {
				err := b.CrearCarga(b.ctx, ds[i], carpeta.SinCuota, Hecho())
				if errors.As(err, new(documento.YaAnunciada)) {
					refused, err = err, nil
				}
				return err
			})
			return cmp.Or(err, refused)
		})
		won := slices.Index(errs, nil)
		if won < 0 {
			t.Fatalf("nobody announced it: %v", errs)
		}
		for i, err := range errs {
			if i != won {
				requireAnnounced(t, err, ds[won])
			}
		}
		requireSame(t, "usage", b.requireUso(t, c).Pendientes, int64(n+1))
	}
}

// cargasSameContentAgain: only what waits is in the way, of the same citizen.
func cargasSameContentAgain(t *testing.T, b *world) {
	c, first := b.newWithCarga(t)
	full := carpeta.Cuota{Bytes: first.TamanoBytes, Documentos: 1, Pendientes: 1} // that it is there says more than that there is no room
	for _, q := range []carpeta.Cuota{carpeta.SinCuota, full} {
		requireAnnounced(t, b.CrearCarga(b.ctx, b.withContent(c, first), q, Hecho()), first)
	}
	longer := b.withContent(c, first) // the first one said a wrong length
	longer.TamanoBytes++
	require(t, b.CrearCarga(b.ctx, longer, carpeta.SinCuota, Hecho()))
	other, _ := b.seed(t, 0)
	require(t, b.CrearCarga(b.ctx, b.withContent(other, first), carpeta.SinCuota, Hecho()))
	entitys := b.withContent(c, first)
	entitys.EmisorID, entitys.EmisorNombre = "entidad", "Entidad"
	require(t, b.CrearCarga(b.ctx, entitys, carpeta.SinCuota, Hecho()))
	require(t, errOf(b.ConfirmarCarga(b.ctx, first, first, Hecho())))
	second := b.withContent(c, first) // a second document of the same content
	second.ExpiraEn = b.clock.Now().Add(time.Minute)
	require(t, b.CrearCarga(b.ctx, second, carpeta.SinCuota, Hecho()))
	requireAnnounced(t, b.CrearCarga(b.ctx, b.withContent(c, first), carpeta.SinCuota, Hecho()), second)
	for _, d := range []time.Duration{2 * time.Minute, 2 * time.Hour} { // the one before expired
		b.clock.advance(d)
		require(t, b.CrearCarga(b.ctx, b.withContent(c, first), carpeta.SinCuota, Hecho()))
	}
	b.requireUso(t, c)
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

// cargasCancelledLate: a process whose clock is ahead cancels an upload that ended on it. One whose clock is behind
// finds it cancelled, whatever it does.
func cargasCancelledLate(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	renewed := d
	renewed.ExpiraEn, renewed.FechaUltimaModificacion = d.ExpiraEn.Add(time.Hour), d.Siguiente(b.clock.Now())
	b.clock.advance(time.Hour + time.Second) // its end has passed
	requireCode(t, errOf(b.Documento(b.ctx, d.Clave())), fault.NotFound)
	requireSame(t, "expired", b.mustReadExpired(t, d), d)
	requireCode(t, errOf(b.CambiarCarga(b.ctx, d, renewed, hechoRef())), fault.NotFound)
	cancelled, err := b.CambiarCarga(b.ctx, d, d.AlCancelar(), hechoRef())
	require(t, err)
	requireSame(t, "cancelled", b.mustReadExpired(t, d), cancelled)
	_, err = b.CambiarCarga(b.ctx, d, d.AlCancelar(), hechoRef()) // by another device, that saw it before
	requireCode(t, err, fault.Conflict)
	b.clock.advance(-time.Minute) // another process
	requireCode(t, errOf(b.Documento(b.ctx, d.Clave())), fault.NotFound)
	requireCode(t, errOf(b.CambiarCarga(b.ctx, d, renewed, hechoRef())), fault.NotFound)
	requireCode(t, errOf(b.ReservarCarga(b.ctx, d, b.clock.Now().Add(time.Hour))), fault.NotFound)
	requireCode(t, errOf(b.ConfirmarCarga(b.ctx, d, d, Hecho())), fault.NotFound)
	require(t, b.OlvidarCarga(b.ctx, cancelled, nil))
	requireCode(t, errOf(b.AunVencido(b.ctx, d.Clave())), fault.NotFound)
	requireCode(t, errOf(b.CambiarCarga(b.ctx, cancelled, d.AlCancelar(), hechoRef())), fault.NotFound)
	requireSame(t, "usage", b.requireUso(t, c), carpeta.Uso{})
}

func (b *world) mustReadExpired(t testing.TB, d documento.Documento) documento.Documento {
	t.Helper()
	got, err := b.AunVencido(b.ctx, d.Clave())
	require(t, err)
	return got
}
