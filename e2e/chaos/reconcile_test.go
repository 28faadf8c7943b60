package chaos_test

import (
	"encoding/json"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// reconciliation is the summary of carpeta reconciliacion ejecutar.
type reconciliation struct {
	Line                                              string `json:"linea"`
	Inconsistencias, Carpetas, Documentos, SinDecidir int
	Complete                                          bool `json:"completo"`
}

// reconcile asks the program's own comparison of metadata and files. It must
// have seen what the judge saw, and find nothing.
func (w *world) reconcile(j *judge) {
	w.t.Helper()
	s := w.house.Run(w.t, "reconciliacion", "ejecutar", "--simular", "-o", "json", "--ritmo", "0")
	lines := strings.Split(strings.TrimSpace(s.Out), "\n")
	var r reconciliation
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil || s.Code != 0 || r.Line != "resumen" {
		w.t.Errorf("carpeta reconciliacion ejecutar: exit code %d, %v\n%s%s", s.Code, err, s.Out, s.Err)
		return
	}
	want := reconciliation{Line: "resumen", Carpetas: len(j.after.Carpetas), Documentos: len(j.after.Documentos), Complete: true}
	if diff := cmp.Diff(want, r); diff != "" {
		w.t.Errorf("carpeta reconciliacion ejecutar (-want +got):\n%s", diff)
	}
	j.reconciled = r.Inconsistencias
}
