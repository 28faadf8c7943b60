package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesReserva = []testCase{
	{"reserva/one of many holds it, and confirms", "", reservaOne},
	{"reserva/it puts the end off", "", reservaPutsOff},
	{"reserva/of what is not CARGANDO", "", reservaRefused},
	{"reserva/the size is the announced one", "", reservaSize},
	{"reserva/given back while a copy may land", "", reservaCopying},
}

func reservaOne(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	until := b.clock.Now().Add(time.Minute)
	got := make([]documento.Documento, 16)
	errs := atTheSameTime(16, func(i int) (err error) {
		got[i], err = b.ReservarCarga(b.ctx, d, until.Add(time.Duration(i)*time.Second))
		return err
	})
	requireOneWinner(t, errs)
	_, err := b.ConfirmarCarga(b.ctx, d, d, Hecho()) // who did not reserve
	requireCode(t, err, fault.Conflict)
	b.requireTotal(t, c, 0, 0)
	for i, err := range errs {
		if err != nil {
			continue
		}
		requireSame(t, "stored", b.mustRead(t, c, d.DocumentoID), got[i])
		next, err := b.ReservarCarga(b.ctx, got[i], until.Add(time.Hour)) // whoever saw it may take it over
		require(t, err)
		requireCode(t, errOf(b.ConfirmarCarga(b.ctx, got[i], got[i], Hecho())), fault.Conflict)
		final, err := b.ConfirmarCarga(b.ctx, next, next, Hecho())
		require(t, err)
		if !final.ReservadaHasta.IsZero() || !final.ExpiraEn.IsZero() {
			t.Errorf("confirmed: %+v", final)
		}
		requireSame(t, "confirmed", b.mustRead(t, c, d.DocumentoID), final)
	}
	b.requireTotal(t, c, 1, 1)
}

func reservaPutsOff(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	b.clock.advance(time.Hour - 10*time.Second)
	reserved, err := b.ReservarCarga(b.ctx, d, b.clock.Now().Add(time.Minute))
	require(t, err)
	b.clock.advance(30 * time.Second)
	b.requireExpired(t, nil)
	requireCode(t, b.OlvidarCarga(b.ctx, d, hechoRef()), fault.Conflict)
	requireCode(t, b.OlvidarCarga(b.ctx, reserved, hechoRef()), fault.Conflict)
	b.clock.advance(time.Minute)
	b.requireExpired(t, []string{d.DocumentoID})
	requireCode(t, b.OlvidarCarga(b.ctx, d, hechoRef()), fault.Conflict) // as it was before
	require(t, b.OlvidarCarga(b.ctx, reserved, hechoRef()))
	b.requireExpired(t, nil)
	b.requireTotal(t, c, 0, 0)
}

func reservaRefused(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	until := b.clock.Now().Add(time.Minute)
	requireCode(t, errOf(b.ReservarCarga(b.ctx, b.newCarga(c, 4), until)), fault.NotFound)
	require(t, errOf(b.ConfirmarCarga(b.ctx, d, d, Hecho())))
	requireCode(t, errOf(b.ReservarCarga(b.ctx, d, until)), fault.Conflict)
	late := b.newCarga(c, 5)
	require(t, b.CrearCarga(b.ctx, late, carpeta.SinCuota, Hecho()))
	b.clock.advance(2 * time.Hour)
	requireCode(t, errOf(b.ReservarCarga(b.ctx, late, b.clock.Now().Add(time.Minute))), fault.NotFound)
	b.requireTotal(t, c, 1, 1)
}

func reservaSize(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	other := d
	other.TamanoBytes++
	requireCode(t, errOf(b.ConfirmarCarga(b.ctx, other, other, Hecho())), fault.Conflict)
	b.requireTotal(t, c, 0, 0)
}

// reservaCopying: a reservation that was given back leaves the moment until which a copy may land. Whoever has not seen it
// ends nothing and confirms nothing; the document keeps it, for its deletion.
func reservaCopying(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	until := b.clock.Now().Add(time.Minute)
	reserved, err := b.ReservarCarga(b.ctx, d, until)
	require(t, err)
	back := reserved
	back.ReservadaHasta, back.CopiaHasta = time.Time{}, until
	back, err = b.CambiarCarga(b.ctx, reserved, back, nil)
	require(t, err)
	requireSame(t, "stored", b.mustRead(t, c, d.DocumentoID), back)
	unseen := back // but for the copy, it is as it was before anybody reserved it
	unseen.CopiaHasta = time.Time{}
	requireCode(t, errOf(b.CambiarCarga(b.ctx, unseen, unseen.AlCancelar(), hechoRef())), fault.Conflict)
	for _, seen := range []documento.Documento{unseen, reserved} {
		requireCode(t, errOf(b.ConfirmarCarga(b.ctx, seen, seen, Hecho())), fault.Conflict)
		requireCode(t, errOf(b.ReservarCarga(b.ctx, seen, until.Add(time.Minute))), fault.Conflict)
	}
	again, err := b.ReservarCarga(b.ctx, back, until.Add(time.Minute))
	require(t, err)
	final, err := b.ConfirmarCarga(b.ctx, again, again, Hecho())
	require(t, err)
	requireSame(t, "until when a copy may land", final.CopiaHasta, until)
	requireSame(t, "confirmed", b.mustRead(t, c, d.DocumentoID), final)
	b.requireTotal(t, c, 1, 1)
}
