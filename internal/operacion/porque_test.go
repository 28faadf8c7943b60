package operacion_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func (k *taller) causa(eventoID string) eliminacion.Bloqueo {
	k.t.Helper()
	b, err := k.Operacion.PorQueNoAvanza(k.t.Context(), operador("op-1"), eventoID)
	exigir(k.t, err)
	return b
}

// hastaCausa waits until a deletion is kept by a cause.
func (k *taller) hastaCausa(eventoID string, quiere eliminacion.Causa) eliminacion.Bloqueo {
	k.t.Helper()
	var b eliminacion.Bloqueo
	k.esperar(string(quiere), func() bool { b = k.causa(eventoID); return b.Causa == quiere })
	return b
}

// Every cause, as it comes about. SIN_RUTA needs a broker that can lose a binding:
// see the end-to-end tests.
func TestEveryCauseForReal(t *testing.T) {
	lento := broker.RetryPolicy{MaxAttempts: 3, Delays: []time.Duration{time.Hour}}
	casos := map[eliminacion.Causa]struct {
		a       settings
		suceder func(k *taller) (eventoID string)
	}{
		eliminacion.CausaVentana: {sinReintentos, func(k *taller) string { return k.borrar(time.Minute).EventoID }},
		eliminacion.CausaAprobacion: {sinReintentos, func(k *taller) string {
			d := k.libres[len(k.libres)-1]
			e, err := k.Eliminaciones.SolicitarAprobacion(k.t.Context(), k.dueno, eliminacion.Pedido{Clave: d.Clave(), Motivo: "duplicado"})
			exigir(k.t, err)
			return e.EventoID
		}},
		eliminacion.CausaTerminada: {sinReintentos, func(k *taller) string { k.despacho(); k.consumidores(); return k.borrar(0).EventoID }},
		eliminacion.CausaCompensando: {sinReintentos, func(k *taller) string {
			k.despacho()
			k.consumidores()
			k.objetos.fallar(fault.New(fault.NotAllowed, "bloqueado"), 0)
			return k.borrar(0).EventoID
		}},
		eliminacion.CausaSinConfirmar: {sinReintentos, func(k *taller) string {
			k.despacho()
			exigir(k.t, k.Broker.Close())
			return k.borrar(0).EventoID
		}},
		eliminacion.CausaCartaMuerta: {sinReintentos, func(k *taller) string { k.despacho(); k.consumidores(); return k.matar(1)[0].EventoID }},
		eliminacion.CausaReintento: {settings{lento, 256}, func(k *taller) string {
			k.despacho()
			k.consumidores()
			k.objetos.fallar(fault.New(fault.Unavailable, "caído"), 0)
			return k.borrar(0).EventoID
		}},
		eliminacion.CausaTurno: {settings{sinReintentos.reintento, 1}, func(k *taller) string {
			k.despacho()
			k.barrendero()
			k.borrar(0)
			return k.borrar(0).EventoID
		}},
		eliminacion.CausaAtrasada:  {sinReintentos, func(k *taller) string { return k.vencida(3 * time.Minute).EventoID }},
		eliminacion.CausaArrendada: {sinReintentos, func(k *taller) string { k.barrendero(); return k.vencida(0).EventoID }},
		eliminacion.CausaAvanzando: {sinReintentos, func(k *taller) string { k.despacho(); return k.borrar(0).EventoID }},
	}
	for causa, c := range casos {
		t.Run(string(causa), func(t *testing.T) {
			t.Parallel()
			k := newWorkshop(t, 3, c.a)
			b := k.hastaCausa(c.suceder(k), causa)
			if b.Detalle == "" {
				t.Errorf("it does not say what holds it: %+v", b)
			}
			if b.Siguiente == "" {
				t.Errorf("it does not say what comes next: %+v", b)
			}
			if b.Desde.IsZero() {
				t.Errorf("it does not say since when: %+v", b)
			}
			if causa == eliminacion.CausaArrendada && b.Quien != "p-prueba" {
				t.Errorf("leased by %q", b.Quien)
			}
		})
	}
}

// vencida writes a deletion that has been due for a while.
func (k *taller) vencida(hace time.Duration) eliminacion.Eliminacion {
	k.t.Helper()
	d, now := k.libres[0], time.Now()
	k.libres = k.libres[1:]
	e := eliminacion.Eliminacion{
		EventoID: world.NewID(), CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: k.carpeta.OperadorID, StoragePath: d.StoragePath,
		Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now.Add(-hace), NoAntesDe: now.Add(-hace),
	}
	exigir(k.t, k.Store.Iniciar(k.t.Context(), e, world.Hecho()))
	return e
}

// The failed publish of one process is seen by another, whose own broker is well.
func TestUnconfirmedIsSeenFromElsewhere(t *testing.T) {
	k := newWorkshop(t, 3, sinReintentos)
	e := k.vencida(0)
	a, err := k.Store.Arrendar(t.Context(), eliminacion.Pendiente{EventoID: e.EventoID, Secuencia: 1, NoAntesDe: e.NoAntesDe}, eliminacion.Arriendo{Por: "p-otro", Hasta: time.Now().Add(time.Minute)})
	exigir(t, err)
	exigir(t, k.Store.Devolver(t.Context(), a, a.NoAntesDe, eliminacion.SinConfirmar))
	b := k.causa(e.EventoID)
	got := eliminacion.Bloqueo{Causa: b.Causa, Quien: b.Quien}
	if diff := cmp.Diff(eliminacion.Bloqueo{Causa: eliminacion.CausaSinConfirmar, Quien: "p-otro"}, got); diff != "" {
		t.Errorf("bloqueo (-want +got):\n%s", diff)
	}
}

func TestWhoMayAskWhy(t *testing.T) {
	k := newWorkshop(t, 3, sinReintentos)
	e := k.borrar(time.Minute)
	_, err := k.Operacion.PorQueNoAvanza(t.Context(), k.dueno, e.EventoID)
	exigirCodigo(t, err, fault.Forbidden)
	_, err = k.Operacion.PorQueNoAvanza(t.Context(), operador("op-2"), e.EventoID)
	exigirCodigo(t, err, fault.NotFound)
	_, err = k.Operacion.PorQueNoAvanza(t.Context(), operador("op-1"), world.NewID())
	exigirCodigo(t, err, fault.NotFound)
	_, err = k.Operacion.PorQueNoAvanza(t.Context(), auditor, e.EventoID)
	exigir(t, err)
}
