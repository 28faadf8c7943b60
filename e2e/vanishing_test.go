package e2e_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// everyField of a document: those of the index, and those of a second read.
const everyField = filaFields + ` contextoDocumento version hashDocumento fechaUltimaModificacion nombreArchivo tipoContenido
  urlDescarga esVisible urlVista emisor { nombre } fechaEmision eliminacion { eventoId estado documento { id } } accesos(first: 1) { nodes { en } } `

// TestAListSurvivesVanishingRows: fifty documents go while one client lists them with all their
// fields. Each answer is whole: no null, no error, full pages, nothing twice.
func TestAListSurvivesVanishingRows(t *testing.T) {
	t.Parallel()
	for _, profile := range serverkit.Profiles {
		t.Run(string(profile), func(t *testing.T) { vanishing(t, profile) })
	}
}

func vanishing(t *testing.T, profile serverkit.Profile) {
	const goes, size = 50, 20
	house := serverkit.NewHouse(t, profile)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "90", "--archivos")[0]
	c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
	before := allFilas(t, c, mine.CarpetaID)
	free := deletable(before)[:goes]

	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, id := range free {
			_, _ = c.Post(t.Context(), deleteMutation, obj{"id": id, "ventana": 0})
			time.Sleep(60 * time.Millisecond)
		}
	}()
	answers := 0
	for gone := false; !gone; answers++ {
		select {
		case <-done:
			gone = len(allFilas(t, c, mine.CarpetaID)) == len(before)-goes
		default:
		}
		for _, field := range []string{"FECHA_RECEPCION", "TITULO"} {
			wholePage(t, c, mine.CarpetaID, field, size)
		}
	}
	t.Logf("%d answers", 2*answers)
}

// wholePage asks for the first page with every field, and for its end.
func wholePage(t *testing.T, c serverkit.Client, carpetaID, field string, size int) {
	t.Helper()
	r := c.MustPost(t, `query($id: ID!, $o: OrdenDocumentos, $n: Int) { carpeta(id: $id) { documentos(first: $n, orden: $o) {
      edges { cursor node { `+everyField+` } } pageInfo { hasNextPage endCursor } } } }`,
		obj{"id": carpetaID, "n": size, "o": obj{"campo": field, "direccion": "ASC"}})
	var data carpetaAnswer
	if err := json.Unmarshal(r.Data, &data); err != nil || len(r.Errors) > 0 {
		t.Fatalf("an answer with errors: %v\n%s", err, r.Body)
	}
	p := data.Carpeta.Documentos
	seen := make([]string, len(p.Edges))
	for i, e := range p.Edges {
		if seen[i] = e.Node.ID; e.Node.HashDocumento == "" {
			t.Fatalf("a row that is gone is in the page: %+v", e.Node)
		}
	}
	slices.Sort(seen)
	switch n := len(slices.Compact(seen)); {
	case n != len(p.Edges):
		t.Fatalf("a document is there twice: %s", r.Body)
	case n != size && p.PageInfo.HasNextPage, n > 0 && *p.PageInfo.EndCursor != p.Edges[n-1].Cursor:
		t.Fatalf("%d rows of %d, and more to come: %s", n, size, r.Body)
	}
}
