package eliminacion_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var t0 = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// esperado is every cell of the table in which something happens, written as
// "state/step" → "state/step", with the effect on the document.
var esperado = map[string]map[eliminacion.Suceso]string{
	"INICIADA/APROBACION": {
		eliminacion.SucesoAprobar:     "INICIADA/MINIO_CLEANUP APROBADA",
		eliminacion.SucesoRechazar:    "CANCELADA/APROBACION RECHAZADA desbloquea",
		eliminacion.SucesoCancelar:    "CANCELADA/APROBACION RETIRADA desbloquea",
		eliminacion.AprobacionVencida: "CANCELADA/APROBACION VENCIDA desbloquea",
		eliminacion.SinProgreso:       "CANCELADA/APROBACION VENCIDA desbloquea",
	},
	"INICIADA/ESPERA": {
		eliminacion.VentanaVencida: "INICIADA/MINIO_CLEANUP",
		eliminacion.SucesoCancelar: "CANCELADA/ESPERA desbloquea",
		eliminacion.SucesoBorrarYa: "INICIADA/MINIO_CLEANUP",
		eliminacion.PasoFallido:    "FALLIDA/ESPERA desbloquea",
		eliminacion.SinProgreso:    "FALLIDA/ESPERA desbloquea",
	},
	"INICIADA/MINIO_CLEANUP": {
		eliminacion.ObjetoBorrado:  "INICIADA/METADATA_CLEANUP",
		eliminacion.IntentoFallido: "INICIADA/MINIO_CLEANUP intento",
		eliminacion.PasoFallido:    "COMPENSANDO/MINIO_CLEANUP",
		eliminacion.SinProgreso:    "COMPENSANDO/MINIO_CLEANUP",
	},
	"COMPENSANDO/MINIO_CLEANUP": {
		eliminacion.ObjetoBorrado:  "INICIADA/METADATA_CLEANUP",
		eliminacion.ObjetoIntacto:  "FALLIDA/MINIO_CLEANUP desbloquea",
		eliminacion.IntentoFallido: "COMPENSANDO/MINIO_CLEANUP intento",
	},
	"INICIADA/METADATA_CLEANUP": {
		eliminacion.MetadatosLibres: "COMPLETADA/COMPLETED borra",
		eliminacion.IntentoFallido:  "INICIADA/METADATA_CLEANUP intento",
		eliminacion.PasoFallido:     "FALLIDA/METADATA_CLEANUP",
		eliminacion.SinProgreso:     "FALLIDA/METADATA_CLEANUP",
	},
	"CANCELADA/APROBACION":     {eliminacion.SucesoCancelar: "nada"},
	"CANCELADA/ESPERA":         {eliminacion.SucesoCancelar: "nada"},
	"FALLIDA/METADATA_CLEANUP": {eliminacion.SucesoReintentar: "INICIADA/METADATA_CLEANUP"},
	"FALLIDA/MINIO_CLEANUP":    {},
	"FALLIDA/ESPERA":           {},
}

// pedidos are the requests of people: they are told if it cannot be.
var pedidos = []eliminacion.Suceso{eliminacion.SucesoCancelar, eliminacion.SucesoBorrarYa, eliminacion.SucesoReintentar, eliminacion.SucesoAprobar, eliminacion.SucesoRechazar}

// answer is what Transicion says, but for the saga.
type answer struct {
	Code   fault.Code // of its error, empty for none
	Cambia bool
}

func answerOf(r eliminacion.Resultado, err error) answer {
	return answer{fault.CodeOf(err), r.Cambia}
}

func TestTransicionEveryPair(t *testing.T) {
	for situacion, celdas := range esperado {
		for _, suceso := range eliminacion.Sucesos {
			t.Run(situacion+" "+string(suceso), func(t *testing.T) {
				e := sagaEn(situacion)
				r, err := eliminacion.Transicion(e, suceso, detalle(e.Paso, suceso))
				want, something := celdas[suceso]
				if !something {
					nothing := answer{}
					if slices.Contains(pedidos, suceso) {
						nothing.Code = refusal(e, suceso)
					}
					if diff := cmp.Diff(nothing, answerOf(r, err)); diff != "" {
						t.Fatalf("something happened (-want +got):\n%s", diff)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if got := describe(e, r); got != want {
					t.Fatalf("got %q, want %q", got, want)
				}
			})
		}
	}
}

// TestWhatFailedWithoutItsFileIsTriedAgain: it is what stays locked, so that it neither expires nor counts as unlocked; and
// only it can be tried again.
func TestWhatFailedWithoutItsFileIsTriedAgain(t *testing.T) {
	for situacion := range esperado {
		e := sagaEn(situacion)
		r, err := eliminacion.Transicion(e, eliminacion.SucesoReintentar, detalle(e.Paso, eliminacion.SucesoReintentar))
		if again := err == nil && r.Cambia; again != e.FallidaSinArchivo() {
			t.Errorf("%s: tried again %v, failed without its file %v", situacion, again, e.FallidaSinArchivo())
		}
	}
}

// refusal is why a person's request cannot be, told apart from every other reason.
func refusal(e eliminacion.Eliminacion, s eliminacion.Suceso) fault.Code {
	switch {
	case s == eliminacion.SucesoCancelar:
		return fault.VentanaClosed
	case s == eliminacion.SucesoBorrarYa:
		return map[string]fault.Code{ // all others are being erased, or were: what was asked for
			"INICIADA/APROBACION": fault.NotInPapelera, "CANCELADA/APROBACION": fault.NotInPapelera, "CANCELADA/ESPERA": fault.NotInPapelera,
			"FALLIDA/ESPERA": fault.NotInPapelera, "FALLIDA/MINIO_CLEANUP": fault.NotInPapelera,
		}[string(e.Estado)+"/"+string(e.Paso)]
	case s == eliminacion.SucesoReintentar && e.Estado == eliminacion.Fallida:
		return fault.DocumentoIntact
	case s == eliminacion.SucesoReintentar:
		return fault.EliminacionNotFailed
	case e.Aprobacion == nil:
		return fault.NoAprobacion
	}
	return already[e.Aprobacion.Decision]
}

// already are the refusals of who comes after a decision.
var already = map[eliminacion.Decision]fault.Code{
	eliminacion.Aprobada: fault.AprobacionGiven, eliminacion.Rechazada: fault.AprobacionRejected,
	eliminacion.Vencida: fault.AprobacionExpired, eliminacion.Retirada: fault.AprobacionWithdrawn,
}

func TestTransicionNeverGoesBack(t *testing.T) {
	for situacion := range esperado {
		for _, suceso := range eliminacion.Sucesos {
			e := sagaEn(situacion)
			antes := e
			r, _ := eliminacion.Transicion(e, suceso, detalle(e.Paso, suceso))
			if diff := cmp.Diff(antes, e); diff != "" {
				t.Fatalf("%s %s: the saga given was changed: %s", situacion, suceso, diff)
			}
			if !r.Cambia {
				continue
			}
			n := len(r.Nueva.Historia)
			if r.Nueva.Secuencia != e.Secuencia+1 || n != len(e.Historia)+1 || r.Nueva.Historia[n-1].Secuencia != r.Nueva.Secuencia {
				t.Errorf("%s %s: secuencia %d after %d, history %v", situacion, suceso, r.Nueva.Secuencia, e.Secuencia, r.Nueva.Historia)
			}
			if terminal := r.Nueva.Estado.Terminal(); terminal == r.Nueva.CompletadaEn.IsZero() {
				t.Errorf("%s %s: terminal %v, completadaEn %v", situacion, suceso, terminal, r.Nueva.CompletadaEn)
			}
		}
	}
}

func TestVentanaStillOpen(t *testing.T) {
	e := sagaEn("INICIADA/ESPERA")
	e.VentanaHasta = t0.Add(6 * time.Second)
	r, err := eliminacion.Transicion(e, eliminacion.VentanaVencida, eliminacion.Detalle{Now: t0})
	if diff := cmp.Diff(answer{}, answerOf(r, err)); diff != "" {
		t.Fatalf("a message before the end of the window did something (-want +got):\n%s", diff)
	}
}

func TestFailedForGoodKeepsLockAndItem(t *testing.T) {
	r, _ := eliminacion.Transicion(sagaEn("INICIADA/METADATA_CLEANUP"), eliminacion.PasoFallido, detalle(eliminacion.MetadataCleanup, eliminacion.PasoFallido))
	if !r.Nueva.ExpiraEn.IsZero() {
		t.Fatal("a saga that still locks its document would expire")
	}
	r, _ = eliminacion.Transicion(sagaEn("INICIADA/METADATA_CLEANUP"), eliminacion.MetadatosLibres, detalle(eliminacion.MetadataCleanup, eliminacion.MetadatosLibres))
	if want := t0.Add(eliminacion.Retencion); !r.Nueva.ExpiraEn.Equal(want) {
		t.Fatalf("a completed saga expires %v, want %v", r.Nueva.ExpiraEn, want)
	}
}

// Two erasers at once: one is refused for good after the other has finished.
func TestAFailureOfAnotherStepMeansNothing(t *testing.T) {
	for _, suceso := range []eliminacion.Suceso{eliminacion.IntentoFallido, eliminacion.PasoFallido, eliminacion.SinProgreso} {
		r, err := eliminacion.Transicion(sagaEn("INICIADA/METADATA_CLEANUP"), suceso, detalle(eliminacion.MinioCleanup, suceso))
		if diff := cmp.Diff(answer{}, answerOf(r, err)); diff != "" {
			t.Errorf("%s of MINIO_CLEANUP did something in METADATA_CLEANUP (-want +got):\n%s", suceso, diff)
		}
	}
}

func TestEnSecuencia(t *testing.T) {
	e := sagaEn("INICIADA/ESPERA")
	for range len(eliminacion.Pasos) - 1 {
		e = adelante(t, e)
	}
	var pasos []eliminacion.Paso
	for n := int64(1); n <= e.Secuencia; n++ {
		v, ok := e.EnSecuencia(n)
		if diff := cmp.Diff([]any{true, n, int(n)}, []any{ok, v.Secuencia, len(v.Historia)}); diff != "" {
			t.Fatalf("secuencia %d: known, its secuencia, changes (-want +got):\n%s", n, diff)
		}
		pasos = append(pasos, v.Paso)
	}
	if !slices.Equal(pasos, eliminacion.Pasos) {
		t.Fatal(pasos)
	}
	if _, ok := e.EnSecuencia(99); ok {
		t.Fatal("a secuencia that never was")
	}
}

// TestStateOfTheEvent: readers of the outbox find the four states of S-0004.
func TestStateOfTheEvent(t *testing.T) {
	sent := sagaEn("INICIADA/MINIO_CLEANUP")
	sent.Entregas = 1
	later := sagaEn("INICIADA/METADATA_CLEANUP")
	later.Secuencia = 2
	for want, es := range map[eliminacion.EstadoEvento][]eliminacion.Eliminacion{
		"PENDING":   {sagaEn("INICIADA/MINIO_CLEANUP")},
		"PUBLISHED": {sent, later},
		"COMPLETED": {sagaEn("COMPLETADA/COMPLETED"), sagaEn("CANCELADA/ESPERA")},
		"FAILED":    {sagaEn("FALLIDA/METADATA_CLEANUP")},
	} {
		for _, e := range es {
			if got := e.EstadoEvento(); got != want {
				t.Errorf("%s/%s, secuencia %d, %d deliveries: %s, want %s", e.Estado, e.Paso, e.Secuencia, e.Entregas, got, want)
			}
		}
	}
}

// adelante is a saga at the next of Pasos, to which a suceso leads.
func adelante(t *testing.T, e eliminacion.Eliminacion) eliminacion.Eliminacion {
	t.Helper()
	next := eliminacion.Pasos[max(slices.Index(eliminacion.Pasos, e.Paso), 0)+1] // APROBACION stands where ESPERA does
	for _, s := range eliminacion.Sucesos {
		if r, err := eliminacion.Transicion(e, s, detalle(e.Paso, s)); err == nil && r.Cambia && r.Nueva.Paso == next {
			return r.Nueva
		}
	}
	t.Fatalf("nothing leads from %s/%s to %s", e.Estado, e.Paso, next)
	return e
}

func sagaEn(situacion string) eliminacion.Eliminacion {
	estado, paso, _ := strings.Cut(situacion, "/")
	e := eliminacion.Eliminacion{
		EventoID: "e", Estado: eliminacion.EstadoSaga(estado), Paso: eliminacion.Paso(paso), Secuencia: 1, SolicitadaEn: t0,
		Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.EstadoSaga(estado), Paso: eliminacion.Paso(paso), En: t0}},
	}
	if e.Estado.Terminal() {
		e.CompletadaEn = t0
	}
	if e.Paso == eliminacion.Aprobacion {
		e.SolicitadaPor, e.Aprobacion = quienPide, &eliminacion.PedidoDeAprobacion{Motivo: "Duplicado", Hasta: t0.Add(plazo), Decision: eliminacion.PorDecidir}
		if e.Estado.Terminal() {
			e.Aprobacion.Decision = eliminacion.Retirada
		}
	}
	return e
}

// The asker, the decider, and their time.
const (
	quienPide   = "pide"
	quienDecide = "decide"
	plazo       = time.Hour
)

func detalle(paso eliminacion.Paso, s eliminacion.Suceso) eliminacion.Detalle {
	d := eliminacion.Detalle{Now: t0, Quien: quienDecide, Comentario: "Visto"}
	if s == eliminacion.AprobacionVencida || s == eliminacion.SinProgreso {
		d.Now, d.Quien, d.Comentario = t0.Add(plazo), "", ""
	}
	switch s {
	case eliminacion.IntentoFallido, eliminacion.PasoFallido, eliminacion.SinProgreso:
		d.Falla = eliminacion.Falla{Paso: paso, Codigo: "UNAVAILABLE", En: t0, Intento: 1}
	}
	return d
}

func describe(antes eliminacion.Eliminacion, r eliminacion.Resultado) string {
	if !r.Cambia {
		return "nada"
	}
	s := string(r.Nueva.Estado) + "/" + string(r.Nueva.Paso)
	if r.Nueva.Intento == antes.Intento+1 {
		s += " intento"
	}
	if antes.Aprobacion != nil {
		s += " " + string(r.Nueva.Aprobacion.Decision)
	}
	switch r.Efecto {
	case eliminacion.Desbloquear:
		s += " desbloquea"
	case eliminacion.BorrarMetadato:
		s += " borra"
	}
	return s
}
