package e2e_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// rewound are the tables that are restored to the second; the records of seals stay with the logs, which nobody rewinds.
var rewound = []string{"Carpeta", "Documento", "DocumentoEventosOutbox", "Entidad", "Novedad", "EventosAuditoria", "Consentimiento"}

const sealRecords = "ActaSello"

// TestTablesOfAnEarlierSecond follows docs/respaldo.md, Restoring tables to a point in time. What was deleted since
// that second is deleted again, files that came since are found, a deletion that waited then waits again, the sealed logs
// say which events are gone, and grow on.
func TestTablesOfAnEarlierSecond(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed).With("CARPETA_SWEEP_INTERVAL=200ms", "CARPETA_SELLO_CADA=10s")
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "60", "--archivos")[0]
	s := house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	before := allFilas(t, c, mine.CarpetaID)
	free := deletable(before)
	deleteSealed(t, c, free[:3])
	waiting := deleteDocumento(t, c, free[3], 3600)
	uploadAndConfirmar(t, c, mine.CarpetaID, []byte("de antes\n"))
	then := allFilas(t, c, mine.CarpetaID)

	now, prefix := openTables(t, house), strings.Replace(house.Prefix, "e2e-", "nueva-", 1)
	for _, table := range rewound {
		now.copyTo(prefix, table)
	}
	deleteSealed(t, c, free[4:7])
	requireCancelada(t, c, waiting.EventoID)
	for _, text := range []string{"de después\n", "otro de después\n"} {
		uploadAndConfirmar(t, c, mine.CarpetaID, []byte(text))
	}
	want := map[string]string{}
	for _, id := range free[4:7] {
		want[then[id].DocumentoID] = "METADATOS_SIN_OBJETO"
	}
	for id, f := range allFilas(t, c, mine.CarpetaID) {
		if _, was := then[id]; !was && id != free[3] { // which was in the bin then
			want[f.DocumentoID] = "OBJETO_SIN_METADATOS"
		}
	}
	mustSame(t, "what is otherwise", 5, len(want))
	down := time.Now()
	mustSame(t, "exit code", 0, s.Stop(t))
	now.copyTo(prefix, sealRecords)

	back := house.With("CARPETA_DYNAMODB_TABLE_PREFIX=" + prefix)
	back.Prefix = prefix
	restored := openTables(t, back)
	same(t, "a restored table lets items go", false, restored.expires("EventosAuditoria"))
	back.MustRun(t, "bootstrap")
	same(t, "after bootstrap it does", true, restored.expires("EventosAuditoria"))
	requireHallazgos(t, back, want, "--simular")
	requireOnlyMissing(t, back)

	looked := time.Now()
	s = back.Start(t)
	t.Logf("from the stop to ready: %s, of which the start took %s", time.Since(down), time.Since(looked)) // docs/objetivos.md
	c = s.Client(t, mine.CiudadanoID, "ciudadano")
	mustSame(t, "documents of the restored second", slices.Sorted(maps.Keys(then)), slices.Sorted(maps.Keys(allFilas(t, c, mine.CarpetaID))))
	requireCancelada(t, c, waiting.EventoID)
	then[free[3]] = before[free[3]] // it is back from the bin
	_, rs, _ := reconcile(t, back, 0, "--reparar")
	same(t, "repairs", len(want), len(rs))
	serverkit.WaitFor(t, soon, "a clean walk", func() bool { return back.Run(t, "reconciliacion", "ejecutar", "--ritmo", "0").Code == 0 })
	left := allFilas(t, c, mine.CarpetaID)
	for _, id := range free[4:7] {
		delete(then, id)
	}
	same(t, "documents after the repair", slices.Sorted(maps.Keys(then)), slices.Sorted(maps.Keys(left)))
	deleteSealed(t, c, free[7:9]) // the logs grow on
	mustSame(t, "exit code", 0, s.Stop(t))
	requireOnlyMissing(t, back)
}

// deleteSealed deletes documents, and waits until the log has the end of each.
func deleteSealed(t *testing.T, c serverkit.Client, ids []string) {
	t.Helper()
	for _, id := range ids {
		eventoID := deleteDocumento(t, c, id, 0).EventoID
		untilEstado(t, c, eventoID, "COMPLETADA", soon)
		takeReceipt(t, c, eventoID)
	}
}

// requireOnlyMissing demands that events which were sealed are missing, and that nothing else is wrong.
func requireOnlyMissing(t *testing.T, house *serverkit.House) {
	t.Helper()
	r := house.Run(t, "auditoria", "comprobar")
	if r.Code != 3 {
		t.Fatalf("auditoria comprobar: exit code %d\n%s%s", r.Code, r.Out, r.Err)
	}
	kinds := map[string]int{}
	for d := json.NewDecoder(strings.NewReader(r.Out)); d.More(); {
		var line struct {
			Tipo string `json:"hallazgo"`
		}
		must(t, d.Decode(&line))
		if line.Tipo != "" {
			kinds[line.Tipo]++
		}
	}
	if kinds["FALTA"] == 0 || len(kinds) != 1 {
		t.Errorf("%v\n%s", kinds, r.Out)
	}
}
