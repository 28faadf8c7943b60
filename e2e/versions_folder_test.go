package e2e_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestAFolderOfTheVersionBefore: the data folder of a server of the version before, as that one left it, is served by
// this one, and by that one again. Nothing is lost, what was begun ends, and receipts are good in both.
func TestAFolderOfTheVersionBefore(t *testing.T) {
	if *previous == "" {
		t.Skip("no program of the version before was named: make test-versions")
	}
	house := serverkit.NewHouse(t, serverkit.Embedded).Plain().With("CARPETA_SELLO_CADA=10s")
	older := house.Through(*previous)
	mine := older.Seed(t, "--carpetas", "1", "--documentos", "60", "--archivos")[0]

	s := older.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	left := allFilas(t, c, mine.CarpetaID)
	free := deletable(left)
	first := deleteDocumento(t, c, free[0], 0).EventoID
	untilEstado(t, c, first, "COMPLETADA", soon)
	takeReceipt(t, c, first)
	waiting := deleteDocumento(t, c, free[1], 600).EventoID
	binned := free[1]
	delete(left, free[0])
	delete(left, binned)
	cursor := endCursorOf(t, c, mine.CarpetaID, obj{})
	rest := pageFrom(t, c, mine.CarpetaID, cursor)
	s.Stop(t)

	events, free := []string{first}, free[2:]
	for _, version := range []struct {
		name  string
		house *serverkit.House
	}{{"this version", house}, {"the version before, again", older}, {"this version, again", house}} {
		s = version.house.Start(t)
		c = s.Client(t, mine.CiudadanoID, "ciudadano")
		now := allFilas(t, c, mine.CarpetaID)
		mustSame(t, version.name+": documents", slices.Sorted(maps.Keys(left)), slices.Sorted(maps.Keys(now)))
		downloadWell(t, now[free[1]])
		mustSame(t, version.name+": the page behind an old cursor", rest, pageFrom(t, c, mine.CarpetaID, cursor))
		mustSame(t, version.name+": the deletion that waits", "INICIADA", getEliminacion(t, c, waiting).Estado)
		next := deleteDocumento(t, c, free[0], 0).EventoID
		untilEstado(t, c, next, "COMPLETADA", soon)
		delete(left, free[0])
		rest = pageFrom(t, c, mine.CarpetaID, cursor) // the document may have been on it
		events, free = append(events, next), free[1:]
		for _, e := range events {
			takeReceipt(t, c, e)
		}
		s.Stop(t)
		says(t, version.name, house.Run(t, "auditoria", "comprobar"), 0, "", "")
	}
	s = house.Start(t)
	c = s.Client(t, mine.CiudadanoID, "ciudadano")
	mustSame(t, "errores of a cancellation", nil, cancelarEliminacion(t, c, waiting).Errores)
	if _, back := allFilas(t, c, mine.CarpetaID)[binned]; !back {
		t.Error("the document that was in the bin is not back")
	}
	s.Stop(t)
	h, _, _ := reconcile(t, house, 0)
	mustSame(t, "hallazgos", nil, h)
}
