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
		t.Run("erased before the window ends", func(t *testing.T) {
			b := deleteDocumento(t, c, free[5], 600)
			for range 2 { // the second changes nothing
				r := serverkit.Do[alias[eraseResult]](t, c, `mutation($id: ID!) { r: borrarYa(input: {eventoIds: [$id]}) {
					resultados { eliminacion { eventoId } errores { ... on ErrorDeUsuario { codigo } } } } }`, obj{"id": b.EventoID}).R
				if len(r.Resultados) != 1 || r.Resultados[0].Eliminacion == nil {
					t.Fatalf("borrarYa: %+v", r)
				}
			}
			untilEstado(t, c, b.EventoID, "COMPLETADA", soon)
			same(t, "afterwards", obj{"exists": false, "bin": 0}, obj{"exists": exists(t, c, free[5]), "bin": len(binOf(t, c, mine.CarpetaID))})
		})
		t.Run("second request", func(t *testing.T) {
			b := deleteDocumento(t, c, free[3], 600)
			setFields(t, "second deleteDocumento", eliminacionView{EventoID: b.EventoID, PasoActual: "ESPERA"}, deleteDocumento(t, c, free[3], 0))
		})
		t.Run("window out of range", func(t *testing.T) {
			for _, ventana := range []int{-1, 30*24*3600 + 1} {
				r := serverkit.Do[alias[deleteResult]](t, c, deleteMutation, obj{"id": free[4], "ventana": ventana}).R
				requireRefused(t, fmt.Sprintf("ventana %d", ventana), r.Eliminacion != nil, r.Errores, "EntradaInvalida")
			}
		})
		if n := totalOf(t, c, mine.CarpetaID); n != 8 {
			t.Errorf("%d documents, want 12 less 3 deleted and one in the bin", n)
		}
	})
}

func cancelarInTime(t *testing.T, c serverkit.Client, carpetaID string, f fila) {
	before := totalOf(t, c, carpetaID)
	b := deleteDocumento(t, c, f.ID, 600)
	mustSetFields(t, "deleteDocumento", eliminacionView{Estado: "INICIADA", PasoActual: "ESPERA", Secuencia: 1}, b)
	if _, listed := allFilas(t, c, carpetaID)[f.ID]; listed || totalOf(t, c, carpetaID) != before-1 {
		t.Errorf("a document in the bin is listed (%v), of %d documents", listed, totalOf(t, c, carpetaID))
	}
	mustSame(t, "the bin", []string{b.EventoID}, binOf(t, c, carpetaID))
	for n := range 2 { // the second changes nothing
		r := cancelarEliminacion(t, c, b.EventoID)
		what := fmt.Sprintf("cancelarEliminacion %d", n)
		mustSame(t, "errores of "+what, nil, r.Errores)
		mustSetFields(t, what, eliminacionView{Estado: "CANCELADA", Secuencia: 2}, *r.Eliminacion)
		mustSame(t, what+", the document", "PROCESADO", r.Documento.EstadoDocumento)
	}
	mustSame(t, "the bin afterwards", nil, binOf(t, c, carpetaID))
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

type eraseResult struct {
	Resultados []struct{ Eliminacion *eliminacionView }
}

// binOf are the deletions whose documents are in the bin, newest first.
func binOf(t testing.TB, c serverkit.Client, carpetaID string) (eventos []string) {
	t.Helper()
	r := serverkit.Do[alias[struct {
		Papelera struct{ Nodes []struct{ EventoID string } }
	}]](t, c, `query($id: ID!) { r: carpeta(id: $id) { papelera(first: 100) { nodes { eventoId } } } }`, obj{"id": carpetaID}).R
	for _, n := range r.Papelera.Nodes {
		eventos = append(eventos, n.EventoID)
	}
	return eventos
}
