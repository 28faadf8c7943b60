package eliminacion_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var updateDrawing = flag.Bool("update", false, "draw the saga of docs/saga.md anew")

// beginnings are the states in which people start a saga, and how they do it.
var beginnings = []struct{ state, by string }{
	{"INICIADA/APROBACION", "solicitarEliminacion"},
	{"INICIADA/ESPERA", "deleteDocumento with a ventana"},
	{"INICIADA/MINIO_CLEANUP", "deleteDocumento"},
}

// TestDrawingOfTheSaga: the drawing and the list of sucesos in docs/saga.md are made
// from the transition table.
func TestDrawingOfTheSaga(t *testing.T) {
	const page, begin, end = "../../docs/saga.md", "<!-- saga -->\n", "<!-- /saga -->"
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), begin)
	drawn, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has lost its markers", page)
	}
	want := drawSaga() + listSucesos(t)
	if *updateDrawing {
		if err := os.WriteFile(page, []byte(before+begin+want+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if drawn != want {
		t.Errorf("%s is not the transition table: go test ./internal/eliminacion -run Drawing -update", page)
	}
}

// drawSaga walks from the beginnings through every suceso.
func drawSaga() string {
	var states, arrows strings.Builder
	reached := make([]string, 0, len(beginnings))
	for _, b := range beginnings {
		reached = append(reached, b.state)
		fmt.Fprintf(&arrows, "  [*] --> %s: %s\n", nodeOf(b.state), b.by)
	}
	outcomes := map[string]string{}
	for i := 0; i < len(reached); i++ {
		from := reached[i]
		for _, to := range arrowsFrom(from) {
			if !slices.Contains(reached, to.state) {
				reached = append(reached, to.state)
				outcomes[to.state] = to.outcome
			}
			fmt.Fprintf(&arrows, "  %s --> %s: %s\n", nodeOf(from), nodeOf(to.state), strings.Join(to.sucesos, ", "))
		}
	}
	for _, s := range reached {
		label := strings.Replace(s, "/", " / ", 1) + outcomes[s]
		fmt.Fprintf(&states, "  state %q as %s\n", label, nodeOf(s))
	}
	return "```mermaid\nstateDiagram-v2\n" + states.String() + arrows.String() + "```\n"
}

type arrow struct {
	state   string
	outcome string
	sucesos []string
}

// arrowsFrom asks Transicion about every suceso; those that lead to the same state
// share an arrow.
func arrowsFrom(from string) (arrows []arrow) {
	for _, s := range eliminacion.Sucesos {
		e, d := inState(from, s)
		r, err := eliminacion.Transicion(e, s, d)
		if err != nil || !r.Cambia {
			continue
		}
		to := string(r.Nueva.Estado) + "/" + string(r.Nueva.Paso)
		i := slices.IndexFunc(arrows, func(a arrow) bool { return a.state == to })
		if i < 0 {
			i, arrows = len(arrows), append(arrows, arrow{state: to, outcome: outcomeOf(r)})
		}
		arrows[i].sucesos = append(arrows[i].sucesos, string(s))
	}
	return arrows
}

// inState is a saga in that state, and what a suceso brings when its time has come.
func inState(state string, s eliminacion.Suceso) (eliminacion.Eliminacion, eliminacion.Detalle) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	estado, paso, _ := strings.Cut(state, "/")
	e := eliminacion.Eliminacion{Estado: eliminacion.EstadoSaga(estado), Paso: eliminacion.Paso(paso), Secuencia: 1, SolicitadaEn: at}
	d := eliminacion.Detalle{Now: at, Quien: "another"}
	switch s {
	case eliminacion.IntentoFallido, eliminacion.PasoFallido, eliminacion.SinProgreso:
		d.Falla = eliminacion.Falla{Paso: e.Paso, Codigo: "UNAVAILABLE", En: at, Intento: 1}
	}
	if e.Paso == eliminacion.Aprobacion {
		e.SolicitadaPor, e.Aprobacion = "one", &eliminacion.PedidoDeAprobacion{Hasta: at.Add(time.Hour), Decision: eliminacion.PorDecidir}
		if s == eliminacion.AprobacionVencida || s == eliminacion.SinProgreso {
			d.Now = e.Aprobacion.Hasta
		}
	}
	return e, d
}

// outcomeOf is what an end does to the document.
func outcomeOf(r eliminacion.Resultado) string {
	switch {
	case !r.Nueva.Estado.Terminal():
		return ""
	case r.Efecto == eliminacion.Desbloquear:
		return " (document unlocked)"
	case r.Efecto == eliminacion.BorrarMetadato:
		return " (document gone)"
	}
	return " (document locked)"
}

func nodeOf(state string) string { return strings.ReplaceAll(state, "/", "_") }

// listSucesos reads what each suceso means from the comments beside it.
func listSucesos(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("transicion.go")
	if err != nil {
		t.Fatal(err)
	}
	meaning := map[string]string{}
	for _, m := range regexp.MustCompile(`Suceso\s+= "(\w+)"\s+// (.*)`).FindAllStringSubmatch(string(source), -1) {
		meaning[m[1]] = m[2]
	}
	var b strings.Builder
	b.WriteString("\n| suceso | meaning |\n| --- | --- |\n")
	for _, s := range eliminacion.Sucesos {
		if meaning[string(s)] == "" {
			t.Errorf("%s has no comment beside it in transicion.go", s)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", s, meaning[string(s)])
	}
	return b.String()
}
