package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesExpiry = []testCase{
	{"expiry/an expired carga counts as absent", "", expiryCarga},
	{"expiry/what is confirmed does not expire", "", expiryConfirmed},
	{"expiry/an expired saga counts as absent", "", expirySaga},
	{"expiry/what ends is purged, and nothing else", Purging, expiryPurged},
}

func expiryCarga(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	b.clock.advance(time.Hour - time.Second)
	b.requireDocumento(t, d)
	b.clock.advance(time.Second) // its very last moment
	requireCode(t, errOf(b.Documento(b.ctx, d.Clave())), fault.NotFound)
	b.requireBatch(t, []documento.Clave{d.Clave()}, nil)
	requireCode(t, errOf(b.ConfirmarCarga(b.ctx, d, d, Hecho())), fault.NotFound)
	requireCode(t, b.Iniciar(b.ctx, b.newSaga(c, d), Hecho()), fault.Conflict)
	b.requireTotal(t, c, 0, 0)
}

func expiryConfirmed(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	d, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	b.clock.advance(1000 * time.Hour)
	b.requireDocumento(t, d)
	b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5}, []documento.Fila{d.Fila})
}

// ended runs a deletion to its end: it will be forgotten after eliminacion.Retencion.
func (b *world) ended(t testing.TB) eliminacion.Eliminacion {
	t.Helper()
	_, _, e := b.started(t, 1)
	end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	return end
}

func expirySaga(t *testing.T, b *world) {
	end := b.ended(t)
	q := eliminacion.ConsultaCarpeta{CarpetaID: end.CarpetaID, Limite: 1}
	b.clock.advance(eliminacion.Retencion - time.Second)
	b.requireSaga(t, end)
	b.requireByCarpeta(t, q, []eliminacion.Eliminacion{end})
	b.clock.advance(time.Second)
	requireCode(t, errOf(b.Eliminacion(b.ctx, end.EventoID)), fault.NotFound)
	es, err := b.Eliminaciones(b.ctx, []string{end.EventoID})
	require(t, err)
	requireSame(t, "batch", es, []eliminacion.Eliminacion{})
	b.requireByCarpeta(t, q, nil)
}

// expiryPurged: each thing that ends is there until then. The clock stands still: the store could not tell else what was
// purged from what has expired.
func expiryPurged(t *testing.T, b *world) {
	purge := func(at time.Time) {
		t.Helper()
		for n, err := b.Purge(b.ctx, at, 3); n > 0 || err != nil; n, err = b.Purge(b.ctx, at, 3) {
			require(t, err)
		}
	}
	c, ds := b.seed(t, 1)
	waits := b.newCarga(c, 2)
	require(t, b.CrearCarga(b.ctx, waits, carpeta.SinCuota, Hecho()))
	delivered, _ := b.deliver(t, c, "universidad", 3)
	for name, made := range map[string]func() (end time.Time, read func() error){
		"a deletion": func() (time.Time, func() error) {
			e := b.ended(t)
			return e.ExpiraEn, func() error { return errOf(b.Eliminacion(b.ctx, e.EventoID)) }
		},
		"an event": func() (time.Time, func() error) {
			h := b.newEvento(newOperador())
			require(t, b.Anotar(b.ctx, h))
			return retenciones.CaducaEn(h).Add(time.Second), func() error { return errOf(b.Evento(b.ctx, h.OperadorID, h.EventoID)) }
		},
		"news": func() (time.Time, func() error) {
			c, ns := b.changed(t, 1)
			return ns[0].ExpiraEn(), func() error {
				got, err := b.Novedades(b.ctx, documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Desde: ns[0].En, Limite: 1})
				if err == nil && len(got) == 0 {
					err = fault.Plain(fault.NotFound)
				}
				return err
			}
		},
		"a delivery that was only announced": func() (time.Time, func() error) {
			e, _ := b.announce(t, c, "universidad", 4)
			return e.ExpiraEn, func() error { return errOf(b.Entrega(b.ctx, e.Nombre())) }
		},
		"a code": func() (time.Time, func() error) {
			x := b.makeCodigo(t, ds[0])
			return x.ExpiraEn(), func() error { return errOf(b.Codigo(b.ctx, x.Nombre())) }
		},
	} {
		end, read := made()
		purge(end.Add(-time.Second))
		if err := read(); err != nil {
			t.Errorf("%s, a second before its end: %v", name, err)
		}
		purge(end)
		if err := read(); !errors.Is(err, fault.NotFound) {
			t.Errorf("%s, at its end: %v", name, err)
		}
	}
	purge(b.clock.Now().AddDate(30, 0, 0))
	b.requireDocumento(t, ds[0])
	b.requireDocumento(t, waits) // an upload goes with its file
	b.requireEntrega(t, delivered)
	if q, err := b.Cupo(b.ctx, ds[0].Clave()); err != nil || q.Version > 0 {
		t.Errorf("the places of codes: %+v, %v", q, err)
	}
}
