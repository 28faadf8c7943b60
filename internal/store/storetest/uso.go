package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesUso = []testCase{
	{"uso/announced, confirmed, deleted, forgotten", "", usoOfALife},
	{"uso/no more than the quota", "", usoBounded},
	{"uso/no more than the quota, at the same time", "", usoBoundedAtOnce},
	{"uso/an upload needs its carpeta", "", usoWithoutCarpeta},
	{"uso/corrected only as it was seen", "", usoCorrected},
	{"uso/expired uploads are listed and forgotten once", "", usoForgotten},
	{"uso/confirm and forget at the last moment", "", usoConfirmOrForget},
}

// requireUso wants the counter to be what the rows say.
func (b *world) requireUso(t testing.TB, c carpeta.Carpeta) carpeta.Uso {
	t.Helper()
	got, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	ds, err := b.walkDocumentos(c.CarpetaID, 1000, true)
	require(t, err)
	requireSame(t, "usage", got.Uso, documento.UsoDe(ds))
	return got.Uso
}

func usoOfALife(t *testing.T, b *world) {
	c, ds := b.seed(t, 3)
	requireSame(t, "seeded", b.requireUso(t, c), documento.UsoDe(ds))
	d := b.newCarga(c, 10)
	require(t, b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()))
	requireSame(t, "announced", b.requireUso(t, c), documento.UsoDe(append(ds[:3:3], d)))
	requireCode(t, b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()), fault.Conflict)
	b.requireUso(t, c)
	confirmed, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	require(t, errOf(b.ConfirmarCarga(b.ctx, d, d, Hecho())))
	requireSame(t, "confirmed", b.requireUso(t, c), documento.UsoDe(append(ds[:3:3], confirmed)))
	require(t, b.deleteDocumento(c, confirmed))
	requireSame(t, "deleted", b.requireUso(t, c), documento.UsoDe(ds))
	late := b.newCarga(c, 11)
	require(t, b.CrearCarga(b.ctx, late, carpeta.SinCuota, Hecho()))
	b.clock.advance(2 * time.Hour)
	b.requireUso(t, c) // it still lies there
	for range 2 {
		require(t, b.OlvidarCarga(b.ctx, late, hechoRef()))
	}
	requireSame(t, "forgotten", b.requireUso(t, c), documento.UsoDe(ds))
}

func usoBounded(t *testing.T, b *world) {
	c, ds := b.seed(t, 2)
	used := documento.UsoDe(ds)
	next := b.newCarga(c, 5)
	after := used.Mas(next.Uso())
	for what, q := range map[string]carpeta.Cuota{
		"bytes":      {Bytes: after.Bytes - 1, Documentos: 100, Pendientes: 100},
		"documentos": {Bytes: 1 << 40, Documentos: used.Documentos, Pendientes: 100},
		"pendientes": {Bytes: 1 << 40, Documentos: 100, Pendientes: 0},
		"nothing":    {},
	} {
		err := b.CrearCarga(b.ctx, next, q, Hecho())
		requireCode(t, err, fault.QuotaExceeded)
		if what == "documentos" && !strings.Contains(err.Error(), "2 documentos, de 2") {
			t.Errorf("the refusal does not say what is used and allowed: %v", err)
		}
		requireSame(t, what, b.requireUso(t, c), used)
		requireCode(t, errOf(b.Documento(b.ctx, next.Clave())), fault.NotFound)
	}
	require(t, b.CrearCarga(b.ctx, next, carpeta.Cuota{Bytes: after.Bytes, Documentos: after.Documentos, Pendientes: 1}, Hecho()))
	requireSame(t, "exactly full", b.requireUso(t, c), after)
	_, err := b.ConfirmarCarga(b.ctx, next, next, Hecho()) // what is announced fits
	require(t, err)
	b.requireUso(t, c)
}

func usoBoundedAtOnce(t *testing.T, b *world) {
	c, _ := b.seed(t, 0)
	q := carpeta.Cuota{Bytes: 1 << 40, Documentos: 5, Pendientes: 100}
	var stored atomic.Int64
	errs := atTheSameTime(16, func(i int) error {
		return b.retryConflicts(func() error {
			err := b.CrearCarga(b.ctx, b.newCarga(c, i), q, Hecho())
			switch {
			case err == nil:
				stored.Add(1)
			case errors.Is(err, fault.QuotaExceeded):
				err = nil
			}
			return err
		})
	})
	for _, err := range errs {
		require(t, err)
	}
	if n := stored.Load(); n != 5 || b.requireUso(t, c).Documentos != 5 {
		t.Errorf("%d of 16 uploads were announced, want 5", n)
	}
}

func usoWithoutCarpeta(t *testing.T, b *world) {
	d := b.newCarga(newCarpeta(), 1)
	requireCode(t, b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()), fault.NotFound)
	requireCode(t, errOf(b.Documento(b.ctx, d.Clave())), fault.NotFound)
}

func usoCorrected(t *testing.T, b *world) {
	c, ds := b.seed(t, 2)
	wrong := carpeta.Uso{Bytes: -7, Documentos: 9, Pendientes: 3}
	require(t, b.CorregirUso(b.ctx, c, wrong, Hecho()))
	requireCode(t, b.CorregirUso(b.ctx, c, wrong, Hecho()), fault.Conflict) // it is another one now
	got, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	requireSame(t, "usage", got.Uso, wrong)
	require(t, b.CorregirUso(b.ctx, got, documento.UsoDe(ds), Hecho()))
	b.requireUso(t, c)
	seen, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	require(t, b.CrearCarga(b.ctx, b.newCarga(c, 8), carpeta.SinCuota, Hecho()))
	requireCode(t, b.CorregirUso(b.ctx, seen, wrong, Hecho()), fault.Conflict) // an upload came
	b.requireUso(t, c)
	requireCode(t, b.CorregirUso(b.ctx, newCarpeta(), wrong, Hecho()), fault.Conflict, fault.NotFound)
}

func usoForgotten(t *testing.T, b *world) {
	c, _ := b.seed(t, 1)
	var want []string
	for n := range 7 {
		d := b.newCarga(c, n)
		require(t, b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()))
		want = append(want, d.DocumentoID)
	}
	b.requireExpired(t, nil)
	requireCode(t, b.OlvidarCarga(b.ctx, b.mustRead(t, c, want[0]), hechoRef()), fault.Conflict) // it has not expired
	confirmed, err := b.ConfirmarCarga(b.ctx, b.mustRead(t, c, want[6]), b.mustRead(t, c, want[6]), Hecho())
	require(t, err)
	b.clock.advance(time.Hour)
	b.requireExpired(t, want[:6])
	due, err := b.CargasVencidas(b.ctx, b.clock.Now(), 2)
	require(t, err)
	if len(due) != 2 {
		t.Fatalf("%d uploads listed, want 2", len(due))
	}
	requireCode(t, b.OlvidarCarga(b.ctx, stateOf(confirmed, due[0]), hechoRef()), fault.Conflict) // it is visible
	all, err := b.CargasVencidas(b.ctx, b.clock.Now(), 100)
	require(t, err)
	for i, err := range atTheSameTime(2*len(all), func(i int) error {
		return b.retryConflicts(func() error { return b.OlvidarCarga(b.ctx, all[i/2], hechoRef()) })
	}) {
		if err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	b.requireExpired(t, nil)
	b.requireTotal(t, c, 2, 2)
}

// stateOf is the upload that a confirmed document was.
func stateOf(d, upload documento.Documento) documento.Documento {
	d.Estado, d.ExpiraEn = documento.Cargando, upload.ExpiraEn
	return d
}

func (b *world) mustRead(t testing.TB, c carpeta.Carpeta, documentoID string) documento.Documento {
	t.Helper()
	d, err := b.Documento(b.ctx, documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: documentoID})
	require(t, err)
	return d
}

// requireExpired wants these uploads to be listed, in any order.
func (b *world) requireExpired(t testing.TB, want []string) {
	t.Helper()
	eventually(t, b.ctx, func() error {
		ds, err := b.CargasVencidas(b.ctx, b.clock.Now(), 100)
		if err != nil {
			return err
		}
		got := map[string]bool{}
		for _, d := range ds {
			got[d.DocumentoID] = true
		}
		for _, id := range want {
			if !got[id] {
				return fmt.Errorf("%s is not listed", id)
			}
		}
		if len(ds) != len(want) {
			return fmt.Errorf("%d uploads listed, want %d", len(ds), len(want))
		}
		return nil
	})
}

// usoConfirmOrForget: an upload is confirmed or forgotten, and counted so.
func usoConfirmOrForget(t *testing.T, b *world) {
	c, _ := b.seed(t, 0)
	for n := range 6 {
		d := b.newCarga(c, n)
		require(t, b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()))
		if b.clock.advance(time.Hour - time.Second); n%2 == 0 {
			b.clock.advance(time.Second)
		}
		atTheSameTime(8, func(i int) error {
			return b.retryConflicts(func() error {
				if i%2 == 0 {
					_, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
					return err
				}
				if err := b.OlvidarCarga(b.ctx, d, hechoRef()); !errors.Is(err, fault.Conflict) {
					return err
				}
				return nil
			})
		})
		_, err := b.Documento(b.ctx, d.Clave())
		if there := err == nil; there != (n%2 == 1) {
			t.Errorf("upload %d: %v", n, err)
		}
	}
	b.requireTotal(t, c, 3, 3)
}
