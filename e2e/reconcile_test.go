package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// reconcileLine is any line of carpeta reconciliacion ejecutar -o json.
type reconcileLine struct {
	Line     string `json:"linea"`
	Mode     string `json:"modo"`
	Complete bool   `json:"completo"`

	Tipo, Motivo, CarpetaID, DocumentoID, Accion string
	Inconsistencias, Documentos, Objetos         int64
}

// reconcile runs the command and demands an exit code; it returns findings,
// repairs and the summary.
func reconcile(t *testing.T, house *serverkit.House, code int, args ...string) (hallazgos, repairs []reconcileLine, summary reconcileLine) {
	t.Helper()
	s := house.Run(t, append([]string{"reconciliacion", "ejecutar", "-o", "json", "--ritmo", "0"}, args...)...)
	if s.Code != code {
		t.Fatalf("carpeta reconciliacion ejecutar %v: exit code %d, want %d\n%s%s", args, s.Code, code, s.Out, s.Err)
	}
	for d := json.NewDecoder(strings.NewReader(s.Out)); d.More(); {
		var l reconcileLine
		must(t, d.Decode(&l))
		switch l.Line {
		case "hallazgo":
			hallazgos = append(hallazgos, l)
		case "reparacion":
			repairs = append(repairs, l)
		default:
			summary = l
		}
	}
	return hallazgos, repairs, summary
}

// TestReconcileRepairs: missing and left-over things are found, repaired through sagas,
// and then there is nothing left to find.
func TestReconcileRepairs(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "2", "--documentos", "30", "--archivos")[0]
		h, _, r := reconcile(t, house, 0)
		mustSame(t, "hallazgos of clean stores", nil, h)
		mustSetFields(t, "summary of clean stores", reconcileLine{Documentos: 60, Objetos: 60, Complete: true, Mode: "dry-run"}, r)
		b := openObjetoStore(t, house)
		lost, leftOver := b.deletable(t, mine), uuid.NewString()
		b.remove(t, mine.CarpetaID, lost)
		b.leave(t, mine.CarpetaID, leftOver)
		want := map[string]string{lost: "METADATOS_SIN_OBJETO", leftOver: "OBJETO_SIN_METADATOS"}
		requireHallazgos(t, house, want, "--simular")
		requireHallazgos(t, house, want, "--carpeta", mine.CarpetaID)
		requireHallazgos(t, house, want, "--reparar", "--maximo", "0")

		if p == serverkit.Distributed { // a server carries the sagas out
			house.With("CARPETA_SWEEP_INTERVAL=200ms").Start(t)
		}
		_, rs, r := reconcile(t, house, 0, "--reparar")
		var done []string
		for _, repair := range rs {
			done = append(done, repair.Accion)
		}
		mustSame(t, "repairs", []string{"SAGA_INICIADA", "SAGA_INICIADA"}, done)
		mustSame(t, "inconsistencias after the repair", 0, r.Inconsistencias)
		serverkit.WaitFor(t, soon, "a clean walk", func() bool {
			s := house.Run(t, "reconciliacion", "ejecutar", "--ritmo", "0")
			return s.Code == 0
		})
		_, _, r = reconcile(t, house, 0)
		setFields(t, "after the repair", reconcileLine{Documentos: 59, Objetos: 59}, r)
	})
}

func requireHallazgos(t *testing.T, house *serverkit.House, want map[string]string, args ...string) {
	t.Helper()
	h, _, r := reconcile(t, house, 3, args...)
	got := map[string]string{}
	for _, l := range h {
		got[l.DocumentoID] = l.Tipo
	}
	mustSame(t, fmt.Sprintf("hallazgos of %v", args), want, got)
	same(t, fmt.Sprintf("count of hallazgos of %v", args), obj{"lines": len(want), "summary": int64(len(want))}, obj{"lines": len(h), "summary": r.Inconsistencias})
}

// TestReconcileOfWrongSettings: the wrong tables or bucket are an error
// that says so, and nothing is touched.
func TestReconcileOfWrongSettings(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "25", "--archivos")[0]
	before := objetos(t, house, mine.CarpetaID)
	noTables := house.With("CARPETA_DYNAMODB_TABLE_PREFIX=otro-" + house.Bucket + "-")
	refuses := func(c *serverkit.House, text string, args ...string) {
		t.Helper()
		s := c.Run(t, append([]string{"reconciliacion", "ejecutar", "-o", "json", "--ritmo", "0"}, args...)...)
		says(t, fmt.Sprintf("reconcile %v", args), s, 1, s.Err, text)
		same(t, fmt.Sprintf("reconcile %v repairs", args), false, strings.Contains(s.Out, `"reparacion"`))
	}
	noAPI := house.With("CARPETA_CURSOR_KEYS=", "CARPETA_AUTH_ISSUER=") // as a job has it that serves nobody
	noAPI.MustRun(t, "bootstrap")
	noAPI.With("CARPETA_AMQP_URL=").MustRun(t, "reconciliacion", "ejecutar")
	refuses(noTables, "carpeta bootstrap")
	refuses(house.With("CARPETA_S3_BUCKET=no-existe-"+house.Bucket), "does not exist")
	others := house.With("CARPETA_DYNAMODB_TABLE_PREFIX=otro-" + house.Bucket + "-")
	others.MustRun(t, "bootstrap") // tables, but empty ones
	// The files are too young to be judged without a carpeta: still the tables are suspect.
	refuses(others, "the tables hold no carpeta", "--reparar")
	refuses(others, "the tables hold no carpeta", "--simular")
	emptyBucket := house.With("CARPETA_S3_BUCKET=vacio-" + house.Bucket)
	emptyBucket.MustRun(t, "bootstrap")
	refuses(emptyBucket, "25 of 25 documents have no file", "--reparar")
	if found := objetos(t, house, mine.CarpetaID); len(found) != len(before) || len(found) != 25 {
		t.Errorf("%d objects, %d before", len(found), len(before))
	}
	if _, _, r := reconcile(t, house, 0); r.Documentos != 25 {
		t.Errorf("afterwards: %+v", r)
	}
}
