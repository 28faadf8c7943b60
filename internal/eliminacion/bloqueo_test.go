package eliminacion_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

var mediodia = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// detenida is a deletion in the erasure of its file, announced a minute ago.
func detenida(cambiar func(e *eliminacion.Eliminacion)) eliminacion.Eliminacion {
	antes := mediodia.Add(-time.Minute)
	e := eliminacion.Eliminacion{
		EventoID: "e1", Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 2, SolicitadaEn: antes,
		NoAntesDe: mediodia.Add(20 * time.Second),
		Historia:  []eliminacion.Cambio{{Secuencia: 2, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: antes}},
	}
	cambiar(&e)
	if e.Historia[0].Estado != e.Estado || e.Historia[0].Paso != e.Paso {
		e.Historia[0].Estado, e.Historia[0].Paso = e.Estado, e.Paso
	}
	return e
}

func TestDiagnosticar(t *testing.T) {
	type E = *eliminacion.Eliminacion
	antes, luego := mediodia.Add(-time.Minute), mediodia.Add(time.Minute)
	vista := eliminacion.VistaDespacho{Ritmo: 5 * time.Second}
	caido, lleno := vista, vista
	caido.BrokerCaido, lleno.SinLugar = true, true
	directa := eliminacion.VistaDespacho{
		Ritmo: 5 * time.Second, Directa: true, BrokerCaido: true, SinRuta: []string{broker.DeletionRequested, broker.MinioCleanup}, ColasLlenas: []string{broker.DeletionQueue},
	}
	sinLugar := directa
	sinLugar.SinLugar = true
	perdida := vista
	perdida.SinRuta = []string{broker.MetadataCleanup, broker.MinioCleanup}
	repleta := vista
	repleta.ColasLlenas = []string{broker.MinioCleanupQueue}
	sinBorrador, sinBarrendero := vista, vista
	sinBorrador.SinProceso, sinBarrendero.SinProceso = role.Set{role.ObjectEraser}, role.Set{role.Sweeper}
	muerta := &eliminacion.CartaMuerta{Cola: "minio.cleanup.dlq", Tipo: broker.MinioCleanup, Motivo: "UNAVAILABLE", En: antes.Add(time.Second)}
	de := func(tipo string, en time.Time) *eliminacion.CartaMuerta {
		return &eliminacion.CartaMuerta{Cola: "x", Tipo: tipo, Motivo: "INTERNAL", En: en}
	}
	falla := []eliminacion.Falla{{Paso: eliminacion.MinioCleanup, Codigo: "UNAVAILABLE", Mensaje: "No respondió.", Intento: 1, En: antes}}
	const (
		terminada, ventana, aprobacion, compensando = eliminacion.CausaTerminada, eliminacion.CausaVentana, eliminacion.CausaAprobacion, eliminacion.CausaCompensando
		sinConfirmar, sinRuta, carta, reintento     = eliminacion.CausaSinConfirmar, eliminacion.CausaSinRuta, eliminacion.CausaCartaMuerta, eliminacion.CausaReintento
		llena, sinProceso                           = eliminacion.CausaColaLlena, eliminacion.CausaSinProceso
		turno, atrasada, arrendada, avanzando       = eliminacion.CausaTurno, eliminacion.CausaAtrasada, eliminacion.CausaArrendada, eliminacion.CausaAvanzando
	)
	cases := []struct {
		nombre  string
		cambiar func(e E)
		vista   eliminacion.VistaDespacho
		muerta  *eliminacion.CartaMuerta
		causa   eliminacion.Causa
		hasta   time.Time
		quien   string
		dice    string
	}{
		{"nothing keeps it", func(E) {}, vista, nil, avanzando, mediodia.Add(20 * time.Second), "", "12:00:20"},
		{"a copy of its file may land", func(e E) { e.ArchivoDesde = mediodia.Add(15 * time.Second) }, vista, nil, avanzando, mediodia.Add(20 * time.Second), "", "12:00:15"},
		{"completed", func(e E) { e.Estado, e.Paso = eliminacion.Completada, eliminacion.Completed }, caido, muerta, terminada, time.Time{}, "", "COMPLETADA"},
		{"cancelled", func(e E) { e.Estado, e.Paso = eliminacion.Cancelada, eliminacion.Espera }, vista, nil, terminada, time.Time{}, "", "CANCELADA"},
		{"failed after the pivot", func(e E) { e.Estado, e.Paso, e.Errores = eliminacion.Fallida, eliminacion.MetadataCleanup, falla }, vista, nil, terminada, time.Time{}, "", "bloqueado"},
		{"failed before it", func(e E) { e.Estado, e.Errores = eliminacion.Fallida, falla }, vista, nil, terminada, time.Time{}, "", "intacto"},

		{"undo window", func(e E) { e.Paso, e.VentanaHasta, e.NoAntesDe = eliminacion.Espera, luego, luego }, caido, nil, ventana, luego, "", "12:01:00"},
		{"undo window over", func(e E) { e.Paso, e.VentanaHasta, e.NoAntesDe = eliminacion.Espera, mediodia, mediodia }, vista, nil, avanzando, time.Time{}, "", ""},
		{"approval", func(e E) {
			e.Paso, e.Aprobacion = eliminacion.Aprobacion, &eliminacion.PedidoDeAprobacion{Hasta: luego, Decision: eliminacion.PorDecidir}
		}, caido, nil, aprobacion, luego, "", "certificado"},
		{"approval expired, and nobody noticed", func(e E) {
			e.Paso, e.NoAntesDe = eliminacion.Aprobacion, antes
			e.Aprobacion = &eliminacion.PedidoDeAprobacion{Hasta: antes, Decision: eliminacion.PorDecidir}
		}, vista, nil, atrasada, time.Time{}, "", "ningún proceso"},

		{"compensating waits", func(e E) { e.Estado = eliminacion.Compensando }, caido, muerta, compensando, mediodia.Add(20 * time.Second), "", "intacto"},
		{"compensating fails", func(e E) {
			e.Estado, e.Intento, e.ProximoReintento, e.Errores = eliminacion.Compensando, 1, luego, falla
		}, vista, nil, reintento, luego, "", "No respondió."},
		{"compensating is due", func(e E) { e.Estado, e.NoAntesDe = eliminacion.Compensando, mediodia }, caido, nil, sinConfirmar, time.Time{}, "", ""},

		{"broker down", func(E) {}, caido, muerta, sinConfirmar, mediodia.Add(20 * time.Second), "", "broker"},
		{"broker down, retry waits in it", func(e E) { e.ProximoReintento = luego }, caido, nil, sinConfirmar, mediodia.Add(20 * time.Second), "", ""},
		{"not confirmed by another process", func(e E) { e.FalloEnvio, e.ArrendadaPor = eliminacion.SinConfirmar, "p-2" }, vista, nil, sinConfirmar, mediodia.Add(20 * time.Second), "p-2", "no confirmó"},
		{"broker down, and it needs none", func(e E) { e.Secuencia = 1 }, directa, nil, avanzando, mediodia.Add(20 * time.Second), "", "sin mensajes"},
		{"the same, leased", func(e E) { e.Secuencia, e.ArrendadaPor, e.Arriendos, e.Entregas = 1, "p-9", 1, 1 }, directa, nil, arrendada, mediodia.Add(20 * time.Second), "p-9", "sin mensajes"},
		{"the same, and it turned out to need one", func(e E) { e.Secuencia, e.ArrendadaPor, e.FalloEnvio = 1, "p-9", eliminacion.SinConfirmar }, directa, nil, sinConfirmar, mediodia.Add(20 * time.Second), "p-9", "no confirmó"},
		{"broker down, and due without room", func(e E) { e.Secuencia, e.NoAntesDe = 1, antes }, sinLugar, nil, sinConfirmar, time.Time{}, "", "broker"},
		{"the same, but under way", func(e E) { e.Secuencia = 1 }, sinLugar, nil, avanzando, mediodia.Add(20 * time.Second), "", "sin mensajes"},
		{"broker down, tried before", func(e E) { e.Secuencia, e.Entregas = 1, 2 }, directa, nil, sinConfirmar, mediodia.Add(20 * time.Second), "", "broker"},
		{"broker down, a step that failed", func(e E) { e.Intento = 1 }, directa, nil, sinConfirmar, mediodia.Add(20 * time.Second), "", "broker"},
		{"unroutable", func(e E) { e.FalloEnvio, e.ArrendadaPor = eliminacion.SinRuta, "p-2" }, lleno, nil, sinRuta, mediodia.Add(20 * time.Second), "p-2", broker.MinioCleanup},
		{"this process's own messages come back", func(E) {}, perdida, nil, sinRuta, mediodia.Add(20 * time.Second), "", broker.MinioCleanup},
		{"those of another step do", func(e E) { e.Paso, e.VentanaHasta, e.NoAntesDe = eliminacion.Espera, mediodia, mediodia }, perdida, nil, avanzando, time.Time{}, "", ""},
		{"unroutable and due", func(e E) { e.FalloEnvio, e.NoAntesDe = eliminacion.SinRuta, mediodia }, lleno, nil, sinRuta, time.Time{}, "", "bootstrap"},
		{"its queue refused it elsewhere", func(e E) { e.FalloEnvio, e.ArrendadaPor = eliminacion.ColaLlena, "p-2" }, vista, muerta, llena, mediodia.Add(20 * time.Second), "p-2", broker.MinioCleanupQueue},
		{"this process's own messages are refused", func(E) {}, repleta, nil, llena, mediodia.Add(20 * time.Second), "", "cuando haya lugar"},
		{"another step's queue is full", func(e E) { e.Paso = eliminacion.MetadataCleanup }, repleta, nil, avanzando, mediodia.Add(20 * time.Second), "", ""},

		{"nobody erases files", func(E) {}, sinBorrador, muerta, sinProceso, time.Time{}, "", "--papeles borrador-objetos"},
		{"nobody does, as another process found", func(e E) { e.FalloEnvio = eliminacion.SinProceso }, vista, nil, sinProceso, time.Time{}, "", "borrador-objetos"},
		{"nobody does another step", func(e E) { e.Paso = eliminacion.MetadataCleanup }, sinBorrador, nil, avanzando, mediodia.Add(20 * time.Second), "", ""},
		{"nobody sends what is due", func(e E) { e.NoAntesDe = antes }, sinBarrendero, nil, sinProceso, time.Time{}, "", "barrendero"},
		{"nobody sends, and it is under way", func(E) {}, sinBarrendero, nil, avanzando, mediodia.Add(20 * time.Second), "", ""},

		{"dead letter", func(e E) { e.Errores = falla }, vista, muerta, carta, mediodia.Add(20 * time.Second), "", "UNAVAILABLE"},
		{"dead letter before a retry", func(e E) { e.ProximoReintento = luego }, vista, muerta, carta, mediodia.Add(20 * time.Second), "", "minio.cleanup.dlq"},
		{"dead letter of the first command", func(e E) { e.Secuencia = 1 }, vista, de(broker.DeletionRequested, antes), carta, mediodia.Add(20 * time.Second), "", ""},
		{"dead letter of an unknown time", func(E) {}, vista, de(broker.MinioCleanup, time.Time{}), carta, mediodia.Add(20 * time.Second), "", ""},
		{"dead letter of a step that is over", func(e E) { e.Paso = eliminacion.MetadataCleanup }, vista, muerta, avanzando, mediodia.Add(20 * time.Second), "", ""},
		{"dead letter from before the last change", func(E) {}, vista, de(broker.MinioCleanup, antes.Add(-time.Minute)), avanzando, mediodia.Add(20 * time.Second), "", ""},

		{"retry", func(e E) { e.Intento, e.ProximoReintento, e.Errores = 2, luego, falla }, vista, nil, reintento, luego, "", "2 veces"},
		{"retry is over", func(e E) { e.Intento, e.ProximoReintento = 2, mediodia }, vista, nil, avanzando, mediodia.Add(20 * time.Second), "", ""},
		{"window full", func(e E) { e.NoAntesDe = antes }, lleno, nil, turno, time.Time{}, "", "turno"},
		{"window full, but under way", func(E) {}, lleno, nil, avanzando, mediodia.Add(20 * time.Second), "", ""},
		{"late", func(e E) { e.NoAntesDe = antes }, vista, nil, atrasada, time.Time{}, "", "11:59:00"},
		{"just due", func(e E) { e.NoAntesDe = mediodia.Add(-time.Second) }, vista, nil, avanzando, time.Time{}, "", "ronda"},
		{"leased", func(e E) { e.ArrendadaPor, e.Arriendos, e.Entregas = "p-9", 3, 3 }, vista, nil, arrendada, mediodia.Add(20 * time.Second), "p-9", "3 entregas"},
		{"leased once", func(e E) { e.ArrendadaPor, e.Arriendos, e.Entregas = "p-9", 1, 1 }, vista, nil, arrendada, mediodia.Add(20 * time.Second), "p-9", "Nada"},
		{"leased again and again", func(e E) { e.ArrendadaPor, e.Arriendos, e.Entregas = "p-9", 2, 2 }, vista, nil, arrendada, mediodia.Add(20 * time.Second), "p-9", "bootstrap"},
		{"lease over", func(e E) { e.ArrendadaPor, e.NoAntesDe = "p-9", antes }, vista, nil, atrasada, time.Time{}, "", ""},
	}
	vistas := map[eliminacion.Causa]bool{}
	for _, c := range cases {
		t.Run(c.nombre, func(t *testing.T) {
			b := eliminacion.Diagnosticar(detenida(c.cambiar), eliminacion.Panorama{Now: mediodia, Vista: c.vista, Muerta: c.muerta})
			got := eliminacion.Bloqueo{Causa: b.Causa, Hasta: b.Hasta, Quien: b.Quien}
			if diff := cmp.Diff(eliminacion.Bloqueo{Causa: c.causa, Hasta: c.hasta, Quien: c.quien}, got); diff != "" {
				t.Errorf("bloqueo (-want +got):\n%s", diff)
			}
			if !strings.Contains(b.Detalle+b.Siguiente, c.dice) {
				t.Errorf("%q and %q do not say %q", b.Detalle, b.Siguiente, c.dice)
			}
			if !strings.HasSuffix(b.Detalle, ".") || !strings.HasSuffix(b.Siguiente, ".") {
				t.Errorf("not sentences: %q %q", b.Detalle, b.Siguiente)
			}
		})
		vistas[c.causa] = true
	}
	for _, c := range eliminacion.Causas {
		if !vistas[c] {
			t.Errorf("no case for %s", c)
		}
	}
}
