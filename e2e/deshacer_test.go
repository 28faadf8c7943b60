package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestDeshacer: a deletion can be taken back while its window is open, and not
// afterwards; a window that nobody uses ends by itself.
func TestDeshacer(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "12", "--archivos")[0]
		c := casa.Start(t).Client(t, mia.CiudadanoID, "ciudadano")
		hay := todos(t, c, mia.CarpetaID)
		libres := borrables(hay)

		t.Run("cancel", func(t *testing.T) { cancelarATiempo(t, c, mia.CarpetaID, hay[libres[0]]) })
		t.Run("too late", func(t *testing.T) {
			b := borrar(t, c, libres[1], 0)
			hastaEstado(t, c, b.EventoID, "COMPLETADA", pronto)
			r := cancelar(t, c, b.EventoID)
			if r.Eliminacion != nil || len(r.Errores) != 1 || r.Errores[0].Typename != "OperacionNoPermitida" || r.Errores[0].Codigo != "OPERACION_NO_PERMITIDA" {
				t.Errorf("cancelarEliminacion after the end: %+v", r)
			}
		})
		t.Run("window ends", func(t *testing.T) {
			b := borrar(t, c, libres[2], 1)
			if b.PasoActual != "ESPERA" {
				t.Errorf("with a window: %+v", b)
			}
			if b = hastaEstado(t, c, b.EventoID, "COMPLETADA", pronto); b.Secuencia != 4 || existe(t, c, libres[2]) {
				t.Errorf("after the window: %+v", b)
			}
		})
		t.Run("second request", func(t *testing.T) {
			b := borrar(t, c, libres[3], 600)
			if otra := borrar(t, c, libres[3], 0); otra.EventoID != b.EventoID || otra.PasoActual != "ESPERA" {
				t.Errorf("second deleteDocumento: %+v, first %+v", otra, b)
			}
		})
		t.Run("window out of range", func(t *testing.T) {
			for _, ventana := range []int{-1, 3601} {
				r := serverkit.Do[alias[resultadoBorrado]](t, c, mutacionBorrar, obj{"id": libres[4], "ventana": ventana}).R
				if r.Eliminacion != nil || len(r.Errores) != 1 || r.Errores[0].Typename != "EntradaInvalida" {
					t.Errorf("ventana %d: %+v", ventana, r)
				}
			}
		})
		if n := total(t, c, mia.CarpetaID); n != 10 {
			t.Errorf("%d documents, want 12 less the 2 deleted", n)
		}
	})
}

func cancelarATiempo(t *testing.T, c serverkit.Client, carpetaID string, f fila) {
	antes := total(t, c, carpetaID)
	b := borrar(t, c, f.ID, 600)
	if b.Estado != "INICIADA" || b.PasoActual != "ESPERA" || b.Secuencia != 1 {
		t.Fatalf("deleteDocumento: %+v", b)
	}
	if g := todos(t, c, carpetaID)[f.ID]; g.EstadoDocumento != "ELIMINANDO" || g.EsDescargable || g.URLDescarga != nil {
		t.Errorf("the document meanwhile: %+v", g)
	}
	for n := range 2 { // the second changes nothing
		r := cancelar(t, c, b.EventoID)
		if len(r.Errores) > 0 || r.Eliminacion.Estado != "CANCELADA" || r.Eliminacion.Secuencia != 2 || r.Documento.EstadoDocumento != "PROCESADO" {
			t.Fatalf("cancelarEliminacion %d: %+v", n, r)
		}
	}
	bajarBien(t, todos(t, c, carpetaID)[f.ID])
	if n := total(t, c, carpetaID); n != antes {
		t.Errorf("%d documents after the cancelled deletion, %d before", n, antes)
	}
	if otra := borrar(t, c, f.ID, 600); otra.EventoID == b.EventoID {
		t.Error("a document that was given back cannot be deleted anew")
	} else {
		cancelar(t, c, otra.EventoID)
	}
}
