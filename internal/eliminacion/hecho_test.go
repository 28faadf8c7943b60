package eliminacion_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var visto = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// enSituacion is a saga in a state and a step, as one comes there.
func enSituacion(estado eliminacion.EstadoSaga, paso eliminacion.Paso) eliminacion.Eliminacion {
	e := eliminacion.Eliminacion{
		EventoID: "e1", CarpetaID: "c1", DocumentoID: "d1", OperadorID: "op1", SolicitadaPor: "ana", Estado: estado, Paso: paso, Secuencia: 3,
	}
	if paso == eliminacion.Aprobacion {
		e.Aprobacion = &eliminacion.PedidoDeAprobacion{Motivo: "un secreto", Hasta: visto.Add(time.Hour), Decision: eliminacion.PorDecidir}
	}
	return e
}

// TestEveryTransitionHasItsEvent goes through every cell of the table: a change has one event, of the
// right kind, that says where the saga is, and nothing that a person wrote.
func TestEveryTransitionHasItsEvent(t *testing.T) {
	type celda struct {
		estado eliminacion.EstadoSaga
		paso   eliminacion.Paso
		suceso eliminacion.Suceso
	}
	type hecho struct {
		tipo      auditoria.Tipo
		resultado auditoria.Resultado
		gravedad  auditoria.Gravedad
		mas       map[string]string // besides secuencia, estado, paso, suceso
	}
	const falla = "UNAVAILABLE"
	var (
		paso       = hecho{tipo: auditoria.EliminacionPaso}
		intento    = hecho{auditoria.EliminacionPaso, auditoria.Fracaso, "", map[string]string{"intento": "1", "codigo": falla}}
		abandono   = hecho{auditoria.EliminacionPaso, auditoria.Fracaso, "", map[string]string{"codigo": falla}}
		fallida    = hecho{auditoria.EliminacionFallida, auditoria.Fracaso, "", map[string]string{"codigo": falla}}
		bloqueada  = hecho{auditoria.EliminacionFallida, auditoria.Fracaso, auditoria.Critica, map[string]string{"codigo": falla}}
		completada = hecho{tipo: auditoria.EliminacionCompletada, mas: map[string]string{"solicitante": "ciudadano"}}
		cancelada  = hecho{tipo: auditoria.EliminacionCancelada}
		otraVez    = hecho{tipo: auditoria.EliminacionReintentada}
	)
	decidida := func(d eliminacion.Decision) hecho {
		return hecho{tipo: auditoria.EliminacionDecidida, mas: map[string]string{"decision": string(d)}}
	}
	want := map[celda]hecho{
		{eliminacion.Iniciada, eliminacion.Aprobacion, eliminacion.SucesoAprobar}:     decidida(eliminacion.Aprobada),
		{eliminacion.Iniciada, eliminacion.Aprobacion, eliminacion.SucesoRechazar}:    decidida(eliminacion.Rechazada),
		{eliminacion.Iniciada, eliminacion.Aprobacion, eliminacion.SucesoCancelar}:    decidida(eliminacion.Retirada),
		{eliminacion.Iniciada, eliminacion.Aprobacion, eliminacion.AprobacionVencida}: decidida(eliminacion.Vencida),
		{eliminacion.Iniciada, eliminacion.Aprobacion, eliminacion.SinProgreso}:       decidida(eliminacion.Vencida),

		{eliminacion.Iniciada, eliminacion.Espera, eliminacion.VentanaVencida}: paso,
		{eliminacion.Iniciada, eliminacion.Espera, eliminacion.SucesoBorrarYa}: paso,
		{eliminacion.Iniciada, eliminacion.Espera, eliminacion.SucesoCancelar}: cancelada,
		{eliminacion.Iniciada, eliminacion.Espera, eliminacion.PasoFallido}:    fallida,
		{eliminacion.Iniciada, eliminacion.Espera, eliminacion.SinProgreso}:    fallida,

		{eliminacion.Iniciada, eliminacion.MinioCleanup, eliminacion.ObjetoBorrado}:  paso,
		{eliminacion.Iniciada, eliminacion.MinioCleanup, eliminacion.IntentoFallido}: intento,
		{eliminacion.Iniciada, eliminacion.MinioCleanup, eliminacion.PasoFallido}:    abandono,
		{eliminacion.Iniciada, eliminacion.MinioCleanup, eliminacion.SinProgreso}:    abandono,

		{eliminacion.Compensando, eliminacion.MinioCleanup, eliminacion.ObjetoBorrado}:  paso,
		{eliminacion.Compensando, eliminacion.MinioCleanup, eliminacion.ObjetoIntacto}:  {auditoria.EliminacionFallida, auditoria.Fracaso, "", map[string]string{"codigo": ""}},
		{eliminacion.Compensando, eliminacion.MinioCleanup, eliminacion.IntentoFallido}: intento,
	}
	atFile := slices.Index(eliminacion.Pasos, eliminacion.MinioCleanup)
	for _, p := range eliminacion.Pasos[atFile+1 : len(eliminacion.Pasos)-1] { // after the file a failure keeps the document locked
		for s := range esperado["INICIADA/"+string(p)] {
			want[celda{eliminacion.Iniciada, p, s}] = paso
		}
		want[celda{eliminacion.Iniciada, p, eliminacion.IntentoFallido}] = intento
		want[celda{eliminacion.Iniciada, p, eliminacion.PasoFallido}] = bloqueada
		want[celda{eliminacion.Iniciada, p, eliminacion.SinProgreso}] = bloqueada
		want[celda{eliminacion.Fallida, p, eliminacion.SucesoReintentar}] = otraVez
	}
	want[celda{eliminacion.Iniciada, eliminacion.MetadataCleanup, eliminacion.MetadatosLibres}] = completada
	seen := 0
	for _, estado := range []eliminacion.EstadoSaga{eliminacion.Iniciada, eliminacion.Compensando, eliminacion.Completada, eliminacion.Fallida, eliminacion.Cancelada} {
		for _, p := range append([]eliminacion.Paso{eliminacion.Aprobacion}, eliminacion.Pasos...) {
			for _, s := range eliminacion.Sucesos {
				e := enSituacion(estado, p)
				d := eliminacion.Detalle{Now: visto, Quien: "luis", Comentario: "otro secreto"}
				switch s {
				case eliminacion.IntentoFallido, eliminacion.PasoFallido, eliminacion.SinProgreso:
					d.Falla = eliminacion.Falla{Paso: p, Codigo: falla, Mensaje: "un texto", En: visto}
				case eliminacion.AprobacionVencida:
					d.Now = visto.Add(2 * time.Hour)
				}
				if s == eliminacion.SinProgreso && p == eliminacion.Aprobacion {
					d.Now = visto.Add(2 * time.Hour)
				}
				r, err := eliminacion.Transicion(e, s, d)
				w, expected := want[celda{estado, p, s}]
				if changed := err == nil && r.Cambia; changed != expected {
					t.Errorf("%s/%s, %s: changed is %v (%v), and an event is expected: %v", estado, p, s, changed, err, expected)
					continue
				}
				if !expected {
					continue
				}
				seen++
				h := eliminacion.HechoDe(e, r.Nueva, s)
				datos := map[string]string{"secuencia": strconv.Itoa(4), "estado": string(r.Nueva.Estado), "paso": string(r.Nueva.Paso), "suceso": string(s)}
				maps.Copy(datos, w.mas)
				if h.Tipo != w.tipo || h.Resultado != w.resultado || h.Gravedad != w.gravedad || !maps.Equal(h.Datos, datos) {
					t.Errorf("%s/%s, %s:\n got %s %q %q %v\nwant %s %q %q %v", estado, p, s, h.Tipo, h.Resultado, h.Gravedad, h.Datos, w.tipo, w.resultado, w.gravedad, datos)
				}
				if h.CorrelacionID != "e1" || h.OperadorID != "op1" || h.CarpetaID != "c1" || h.DocumentoID != "d1" || h.Recurso != (auditoria.Recurso{Tipo: "eliminacion", ID: "e1"}) {
					t.Errorf("%s/%s, %s: the event is of %+v", estado, p, s, h)
				}
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d changes were seen", seen, len(want))
	}
}

// TestAReceiptTellsAtWhoseRequest: by role, with the kind of the document, and never with a name or a title.
func TestAReceiptTellsAtWhoseRequest(t *testing.T) {
	for what, c := range map[string]struct {
		change func(e *eliminacion.Eliminacion)
		want   map[string]string
	}{
		"the owner": {func(*eliminacion.Eliminacion) {}, map[string]string{"solicitante": "ciudadano"}},
		"a repair":  {func(e *eliminacion.Eliminacion) { e.SolicitadaPor = eliminacion.Reparador }, map[string]string{"solicitante": "servicio"}},
		"with an approval, of a document that is remembered": {func(e *eliminacion.Eliminacion) {
			e.Aprobacion = &eliminacion.PedidoDeAprobacion{Motivo: "un secreto", Decision: eliminacion.Aprobada, DecididaPor: "luis"}
			e.Recuerdo = &eliminacion.Recuerdo{Titulo: "Diploma de Ana", Tipo: documento.Diploma, TamanoBytes: 7}
		}, map[string]string{"solicitante": "ciudadano", "aprobacion": "APROBADA", "tipoDocumento": "DIPLOMA", "bytes": "7"}},
	} {
		e := enSituacion(eliminacion.Iniciada, eliminacion.MetadataCleanup)
		c.change(&e)
		r, err := eliminacion.Transicion(e, eliminacion.MetadatosLibres, eliminacion.Detalle{Now: visto})
		if err != nil {
			t.Fatal(err)
		}
		got := eliminacion.HechoDe(e, r.Nueva, eliminacion.MetadatosLibres).Datos
		for _, common := range []string{"secuencia", "estado", "paso", "suceso"} {
			delete(got, common)
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
}

// TestAnOrphansEventsAreNoOperadors: a file without a carpeta is repaired in the name of nobody's operador.
func TestAnOrphansEventsAreNoOperadors(t *testing.T) {
	e := enSituacion(eliminacion.Iniciada, eliminacion.MinioCleanup)
	e.OperadorID = eliminacion.Reparador
	if h := e.Hecho(auditoria.ReconciliacionReparada); h.OperadorID != auditoria.SinOperador {
		t.Errorf("it is in the trail of %q", h.OperadorID)
	}
}

// TestADeletionTellsItsHistory: the trail has what the saga's history has, and who did each step.
func TestADeletionTellsItsHistory(t *testing.T) {
	m := newWorld(t, t.TempDir())
	e := m.solicitar(m.documento(false), 0)
	m.hastaElFinal()
	var got []string
	for _, h := range m.rastro(e) {
		got = append(got, fmt.Sprint(h.Datos["secuencia"], " ", h.Tipo, " ", h.Servicio, " ", h.Actor.Tipo, " ", h.Actor.ID))
	}
	end := len(eliminacion.Pasos) - 1 // there was no window
	want := []string{
		"1 eliminacion.solicitada api ciudadano " + m.dueno.Sub,
		"2 eliminacion.paso borrador-objetos servicio borrador-objetos",
		fmt.Sprint(end, " eliminacion.completada borrador-metadatos servicio borrador-metadatos"),
	}
	if len(got) != end || !slices.Equal(append(got[:2:2], got[end-1]), want) {
		t.Errorf("the trail:\n got %q\nwant %q", got, want)
	}
}
