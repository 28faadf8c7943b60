package e2e_test

import (
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestVentanaCanBeUndone: a deletion can be taken back while its window is open, and not
// afterwards; a window that nobody uses ends by itself.
func TestVentanaCanBeUndone(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "12", "--archivos")[0]
		c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
		found := allFilas(t, c, mine.CarpetaID)
		free := deletable(found)

		t.Run("cancel", func(t *testing.T) { cancelarInTime(t, c, mine.CarpetaID, found[free[0]]) })
		t.Run("too late", func(t *testing.T) {
			b := deleteDocumento(t, c, free[1], 0)
			untilEstado(t, c, b.EventoID, "COMPLETADA", soon)
			r := cancelarEliminacion(t, c, b.EventoID)
			requireRefused(t, "cancelarEliminacion after the end", r.Eliminacion != nil, r.Errores, "OperacionNoPermitida")
			if len(r.Errores) > 0 {
				same(t, "its code", "VENTANA_CERRADA", r.Errores[0].Codigo)
			}
		})
		t.Run("window ends", func(t *testing.T) {
			b := deleteDocumento(t, c, free[2], 1)
			if b.PasoActual != "ESPERA" {
				t.Errorf("with a window: %+v", b)
			}
			b = untilEstado(t, c, b.EventoID, "COMPLETADA", soon)
			same(t, "after the window", obj{"secuencia": 4, "exists": false}, obj{"secuencia": b.Secuencia, "exists": exists(t, c, free[2])})
		})
		t.Run("second request", func(t *testing.T) {
			b := deleteDocumento(t, c, free[3], 600)
			setFields(t, "second deleteDocumento", eliminacionView{EventoID: b.EventoID, PasoActual: "ESPERA"}, deleteDocumento(t, c, free[3], 0))
		})
		t.Run("window out of range", func(t *testing.T) {
			for _, ventana := range []int{-1, 3601} {
				r := serverkit.Do[alias[deleteResult]](t, c, deleteMutation, obj{"id": free[4], "ventana": ventana}).R
				requireRefused(t, fmt.Sprintf("ventana %d", ventana), r.Eliminacion != nil, r.Errores, "EntradaInvalida")
			}
		})
		if n := totalOf(t, c, mine.CarpetaID); n != 10 {
			t.Errorf("%d documents, want 12 less the 2 deleted", n)
		}
	})
}

func cancelarInTime(t *testing.T, c serverkit.Client, carpetaID string, f fila) {
	before := totalOf(t, c, carpetaID)
	b := deleteDocumento(t, c, f.ID, 600)
	mustSetFields(t, "deleteDocumento", eliminacionView{Estado: "INICIADA", PasoActual: "ESPERA", Secuencia: 1}, b)
	g := allFilas(t, c, carpetaID)[f.ID]
	same(t, "the document meanwhile", obj{"estado": "ELIMINANDO", "esDescargable": false, "url": false},
		obj{"estado": g.EstadoDocumento, "esDescargable": g.EsDescargable, "url": g.URLDescarga != nil})
	for n := range 2 { // the second changes nothing
		r := cancelarEliminacion(t, c, b.EventoID)
		what := fmt.Sprintf("cancelarEliminacion %d", n)
		mustSame(t, "errores of "+what, nil, r.Errores)
		mustSetFields(t, what, eliminacionView{Estado: "CANCELADA", Secuencia: 2}, *r.Eliminacion)
		mustSame(t, what+", the document", "PROCESADO", r.Documento.EstadoDocumento)
	}
	downloadWell(t, allFilas(t, c, carpetaID)[f.ID])
	if n := totalOf(t, c, carpetaID); n != before {
		t.Errorf("%d documents after the cancelled deletion, %d before", n, before)
	}
	if other := deleteDocumento(t, c, f.ID, 600); other.EventoID == b.EventoID {
		t.Error("a document that was given back cannot be deleted anew")
	} else {
		cancelarEliminacion(t, c, other.EventoID)
	}
}
