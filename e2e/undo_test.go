package e2e_test

import (
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
			if r.Eliminacion != nil || len(r.Errores) != 1 || r.Errores[0].Typename != "OperacionNoPermitida" || r.Errores[0].Codigo != "OPERACION_NO_PERMITIDA" {
				t.Errorf("cancelarEliminacion after the end: %+v", r)
			}
		})
		t.Run("window ends", func(t *testing.T) {
			b := deleteDocumento(t, c, free[2], 1)
			if b.PasoActual != "ESPERA" {
				t.Errorf("with a window: %+v", b)
			}
			if b = untilEstado(t, c, b.EventoID, "COMPLETADA", soon); b.Secuencia != 4 || exists(t, c, free[2]) {
				t.Errorf("after the window: %+v", b)
			}
		})
		t.Run("second request", func(t *testing.T) {
			b := deleteDocumento(t, c, free[3], 600)
			if other := deleteDocumento(t, c, free[3], 0); other.EventoID != b.EventoID || other.PasoActual != "ESPERA" {
				t.Errorf("second deleteDocumento: %+v, first %+v", other, b)
			}
		})
		t.Run("window out of range", func(t *testing.T) {
			for _, ventana := range []int{-1, 3601} {
				r := serverkit.Do[alias[deleteResult]](t, c, deleteMutation, obj{"id": free[4], "ventana": ventana}).R
				if r.Eliminacion != nil || len(r.Errores) != 1 || r.Errores[0].Typename != "EntradaInvalida" {
					t.Errorf("ventana %d: %+v", ventana, r)
				}
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
	if b.Estado != "INICIADA" || b.PasoActual != "ESPERA" || b.Secuencia != 1 {
		t.Fatalf("deleteDocumento: %+v", b)
	}
	if g := allFilas(t, c, carpetaID)[f.ID]; g.EstadoDocumento != "ELIMINANDO" || g.EsDescargable || g.URLDescarga != nil {
		t.Errorf("the document meanwhile: %+v", g)
	}
	for n := range 2 { // the second changes nothing
		r := cancelarEliminacion(t, c, b.EventoID)
		if len(r.Errores) > 0 || r.Eliminacion.Estado != "CANCELADA" || r.Eliminacion.Secuencia != 2 || r.Documento.EstadoDocumento != "PROCESADO" {
			t.Fatalf("cancelarEliminacion %d: %+v", n, r)
		}
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
