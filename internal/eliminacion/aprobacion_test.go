package eliminacion_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var decisiones = map[eliminacion.Suceso]eliminacion.Decision{
	eliminacion.SucesoAprobar: eliminacion.Aprobada, eliminacion.SucesoRechazar: eliminacion.Rechazada,
	eliminacion.SucesoCancelar: eliminacion.Retirada, eliminacion.AprobacionVencida: eliminacion.Vencida,
}

// decidida is a request after a decision.
func decidida(t *testing.T, s eliminacion.Suceso) eliminacion.Eliminacion {
	t.Helper()
	r, err := eliminacion.Transicion(sagaEn("INICIADA/APROBACION"), s, detalle(eliminacion.Aprobacion, s))
	if err != nil || !r.Cambia {
		t.Fatal(r, err)
	}
	return r.Nueva
}

func TestDecisionIsWrittenDown(t *testing.T) {
	for suceso, decision := range decisiones {
		d := detalle(eliminacion.Aprobacion, suceso)
		want := &eliminacion.PedidoDeAprobacion{
			Motivo: "Duplicado", Hasta: t0.Add(plazo), Decision: decision,
			DecididaPor: d.Quien, DecididaEn: d.Now, Comentario: d.Comentario,
		}
		n := decidida(t, suceso)
		if diff := cmp.Diff(want, n.Aprobacion); diff != "" {
			t.Errorf("%s: %s", suceso, diff)
		}
		if len(n.Errores) > 0 {
			t.Errorf("%s: a decision counts as a failure: %v", suceso, n.Errores)
		}
		antes := &eliminacion.PedidoDeAprobacion{Motivo: "Duplicado", Hasta: t0.Add(plazo), Decision: eliminacion.PorDecidir}
		for secuencia, want := range map[int64]*eliminacion.PedidoDeAprobacion{1: antes, 2: want} {
			vista, ok := n.EnSecuencia(secuencia)
			if !ok {
				t.Errorf("%s: secuencia %d is not known", suceso, secuencia)
			}
			if diff := cmp.Diff(want, vista.Aprobacion); diff != "" {
				t.Errorf("%s: the request at secuencia %d (-want +got):\n%s", suceso, secuencia, diff)
			}
		}
	}
}

// A decision stays, whatever another person asks for; the very same again
// is no error.
func TestDecisionsAreFinal(t *testing.T) {
	mio := func(eliminacion.Detalle) eliminacion.Detalle {
		return detalle(eliminacion.Aprobacion, eliminacion.SucesoAprobar)
	}
	variantes := map[string]func(eliminacion.Detalle) eliminacion.Detalle{
		"the same person":   mio,
		"another person":    func(d eliminacion.Detalle) eliminacion.Detalle { d.Quien = "tercero"; return d },
		"another comment":   func(d eliminacion.Detalle) eliminacion.Detalle { d.Comentario = "Otro"; return d },
		"who asked for it":  func(d eliminacion.Detalle) eliminacion.Detalle { d.Quien = quienPide; return d },
		"after the expiry":  func(d eliminacion.Detalle) eliminacion.Detalle { d.Now = t0.Add(2 * plazo); return d },
		"an empty decision": func(d eliminacion.Detalle) eliminacion.Detalle { d.Quien, d.Comentario = "", ""; return d },
	}
	repetible := map[string]bool{"the same person": true, "after the expiry": true}
	for hecho := range decisiones {
		for _, pedido := range []eliminacion.Suceso{eliminacion.SucesoAprobar, eliminacion.SucesoRechazar} {
			for nombre, variante := range variantes {
				e := decidida(t, hecho)
				r, err := eliminacion.Transicion(e, pedido, variante(detalle(e.Paso, pedido)))
				want := answer{Code: already[e.Aprobacion.Decision]}
				if hecho == pedido && repetible[nombre] {
					want = answer{}
				}
				if diff := cmp.Diff(want, answerOf(r, err)); diff != "" {
					t.Errorf("%s after %s, %s (-want +got):\n%s", pedido, hecho, nombre, diff)
				}
			}
		}
		e := decidida(t, hecho)
		r, err := eliminacion.Transicion(e, eliminacion.SucesoCancelar, detalle(e.Paso, eliminacion.SucesoCancelar))
		want := answer{Code: already[e.Aprobacion.Decision]}
		if hecho == eliminacion.SucesoAprobar {
			want.Code = fault.VentanaClosed // it is on its way, as any other
		}
		if hecho == eliminacion.SucesoCancelar {
			want = answer{}
		}
		if diff := cmp.Diff(want, answerOf(r, err)); diff != "" {
			t.Errorf("taken back after %s (-want +got):\n%s", hecho, diff)
		}
		r, err = eliminacion.Transicion(e, eliminacion.AprobacionVencida, detalle(e.Paso, eliminacion.AprobacionVencida))
		if diff := cmp.Diff(answer{}, answerOf(r, err)); diff != "" {
			t.Errorf("an expiry after %s did something (-want +got):\n%s", hecho, diff)
		}
	}
}

// The clock decides between a decision and the expiry: at each moment one of them
// is possible, never both.
func TestExpiryIsGuardedByTheClock(t *testing.T) {
	for _, falta := range []time.Duration{plazo, time.Millisecond, 0, -time.Second} {
		e := sagaEn("INICIADA/APROBACION")
		vencio := falta <= 0
		for _, s := range []eliminacion.Suceso{eliminacion.SucesoAprobar, eliminacion.SucesoRechazar, eliminacion.AprobacionVencida, eliminacion.SinProgreso} {
			d := detalle(eliminacion.Aprobacion, s)
			d.Now = e.Aprobacion.Hasta.Add(-falta)
			r, err := eliminacion.Transicion(e, s, d)
			decide := s == eliminacion.SucesoAprobar || s == eliminacion.SucesoRechazar
			want := answer{Cambia: decide != vencio}
			if decide && vencio {
				want.Code = fault.AprobacionExpired
			}
			if diff := cmp.Diff(want, answerOf(r, err)); diff != "" {
				t.Errorf("%s %v before the expiry (-want +got):\n%s", s, falta, diff)
			}
		}
	}
}

func TestProgressOfAnApproval(t *testing.T) {
	e := sagaEn("INICIADA/APROBACION")
	total := len(eliminacion.Pasos)
	for i := range total {
		if p := e.Progreso(); p.Paso != i+1 || p.TotalPasos != total {
			t.Errorf("%s/%s is step %d of %d, want %d of %d", e.Estado, e.Paso, p.Paso, p.TotalPasos, i+1, total)
		}
		if i+1 < total {
			e = adelante(t, e)
		}
	}
}
