package caos_test

import (
	"encoding/json"
	"strings"
)

// reconciliado is the summary of carpeta reconcile.
type reconciliado struct {
	Linea                                             string
	Inconsistencias, Carpetas, Documentos, SinDecidir int
	Completo                                          bool
}

// reconciliar asks the program's own comparison of metadata and files. It must
// have seen what the judge saw, and find nothing.
func (w *mundo) reconciliar(j *juez) {
	w.t.Helper()
	s := w.casa.Run(w.t, "reconcile", "--dry-run", "-o", "json", "--rate", "0")
	lineas := strings.Split(strings.TrimSpace(s.Out), "\n")
	var r reconciliado
	if err := json.Unmarshal([]byte(lineas[len(lineas)-1]), &r); err != nil || s.Code != 0 || r.Linea != "resumen" {
		w.t.Errorf("carpeta reconcile: exit code %d, %v\n%s%s", s.Code, err, s.Out, s.Err)
		return
	}
	if !r.Completo || r.Inconsistencias != 0 || r.SinDecidir != 0 || r.Carpetas != len(j.despues.Carpetas) || r.Documentos != len(j.despues.Documentos) {
		w.t.Errorf("carpeta reconcile: %+v; there are %d carpetas and %d documents", r, len(j.despues.Carpetas), len(j.despues.Documentos))
	}
	j.reconcilia = r.Inconsistencias
}
