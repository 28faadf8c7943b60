package e2e_test

import (
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestVentanaCanBeUndone: a deletion can be taken back while its window is open, and its document waits in the bin. A window
// that nobody uses ends by itself. The refusals, and the end of a window on request, are in resolvers.TestTheBin.
func TestVentanaCanBeUndone(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "12", "--archivos")[0]
	c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
	found := allFilas(t, c, mine.CarpetaID)
	free := deletable(found)

	t.Run("cancel", func(t *testing.T) { cancelarInTime(t, c, mine.CarpetaID, found[free[0]]) })
	t.Run("window ends", func(t *testing.T) {
		b := deleteDocumento(t, c, free[1], 1)
		if b.PasoActual != "ESPERA" {
			t.Errorf("with a window: %+v", b)
		}
		b = untilEstado(t, c, b.EventoID, "COMPLETADA", soon)
		same(t, "after the window", obj{"secuencia": 4, "exists": false}, obj{"secuencia": b.Secuencia, "exists": exists(t, c, free[1])})
	})
	if n := totalOf(t, c, mine.CarpetaID); n != 11 {
		t.Errorf("%d documents, want 12 less the one whose window ended", n)
	}
}

func cancelarInTime(t *testing.T, c serverkit.Client, carpetaID string, f fila) {
	before := totalOf(t, c, carpetaID)
	b := deleteDocumento(t, c, f.ID, 600)
	mustSetFields(t, "deleteDocumento", eliminacionView{Estado: "INICIADA", PasoActual: "ESPERA", Secuencia: 1}, b)
	if _, listed := allFilas(t, c, carpetaID)[f.ID]; listed || totalOf(t, c, carpetaID) != before-1 {
		t.Errorf("a document in the bin is listed (%v), of %d documents", listed, totalOf(t, c, carpetaID))
	}
	mustSame(t, "the bin", []string{b.EventoID}, binOf(t, c, carpetaID))
	g := serverkit.Do[alias[fila]](t, c, `query($id: ID!) { r: node(id: $id) { ... on Documento { estadoDocumento esDescargable urlDescarga } } }`, obj{"id": f.ID}).R
	same(t, "the document meanwhile", obj{"estado": "ELIMINANDO", "esDescargable": false, "url": false},
		obj{"estado": g.EstadoDocumento, "esDescargable": g.EsDescargable, "url": g.URLDescarga != nil})
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
