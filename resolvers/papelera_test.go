package resolvers_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const uncertified = documentsEach - 1 // the last one has no undo window

const binFields = `papelera(first: 2) { edges { cursor node { documento { titulo estadoDocumento } eventoId desde recuperableHasta } } pageInfo { hasNextPage endCursor } }
	totalDocumentosAproximado totalEnPapeleraAproximado documentos(first: 100) { nodes { titulo } }`

// bin is what ana sees of her bin: the titles there, the events, the totals, and how many documents her list has.
func (w *world) bin() (titles, eventos []string, listed, binned float64, rows int) {
	w.t.Helper()
	c := w.good(ana, `{ miCarpeta { `+binFields+` } }`, nil)["miCarpeta"].(map[string]any)
	for _, e := range c["papelera"].(map[string]any)["edges"].([]any) {
		node := e.(map[string]any)["node"].(map[string]any)
		titles = append(titles, node["documento"].(map[string]any)["titulo"].(string))
		eventos = append(eventos, node["eventoId"].(string))
		if node["documento"].(map[string]any)["estadoDocumento"] != "ELIMINANDO" {
			w.t.Errorf("in the bin: %v", node)
		}
		desde, err := time.Parse(time.RFC3339, node["desde"].(string))
		w.must(err)
		hasta, err := time.Parse(time.RFC3339, node["recuperableHasta"].(string))
		if w.must(err); hasta.Sub(desde) != time.Hour {
			w.t.Errorf("from %v until %v, want an hour", desde, hasta)
		}
	}
	return titles, eventos, c["totalDocumentosAproximado"].(float64), c["totalEnPapeleraAproximado"].(float64), len(c["documentos"].(map[string]any)["nodes"].([]any))
}

func (w *world) mutated(mutation string, variables map[string]any) map[string]any {
	w.t.Helper()
	return w.good(ana, mutation, variables)["r"].(map[string]any)
}

func TestTheBin(t *testing.T) {
	w := newWorld(t)
	var titles []string
	for n := 1; n <= uncertified; n++ {
		d := w.good(ana, `query($d: ID!) { node(id: $d) { ... on Documento { titulo } } }`, map[string]any{"d": documentoGlobalID(1, n)})
		titles = append([]string{d["node"].(map[string]any)["titulo"].(string)}, titles...)
		w.mutated(`mutation($d: ID!) { r: deleteDocumento(input: {documentoId: $d, ventana: 3600}) { eliminacion { enPapelera } } }`, map[string]any{"d": documentoGlobalID(1, n)})
		time.Sleep(2 * time.Millisecond) // rows of one moment have the order of their ids
	}
	got, eventos, listed, binned, rows := w.bin()
	if diff := cmp.Diff(titles, got); diff != "" {
		t.Errorf("the first page, newest in first (-want +got):\n%s", diff)
	}
	if listed != documentsEach-uncertified || binned != uncertified || rows != documentsEach-uncertified {
		t.Errorf("%v listed and %v in the bin are counted, %d are listed", listed, binned, rows)
	}

	back := w.mutated(`mutation($e: ID!) { r: cancelarEliminacion(input: {eventoId: $e}) { documento { estadoDocumento } errores { __typename } } }`, map[string]any{"e": eventos[0]})
	if diff := cmp.Diff(map[string]any{"documento": map[string]any{"estadoDocumento": "PROCESADO"}, "errores": []any{}}, back); diff != "" {
		t.Errorf("taken back (-want +got):\n%s", diff)
	}
	const erase = `mutation($es: [ID!]!) { r: borrarYa(input: {eventoIds: $es}) { resultados { pedido eliminacion { pasoActual } errores { ... on ErrorDeUsuario { codigo } } } errores { __typename } } }`
	absent := "00000000-0000-7000-8000-00000000abcd"
	want := []any{
		map[string]any{"pedido": eventos[1], "eliminacion": map[string]any{"pasoActual": "MINIO_CLEANUP"}, "errores": []any{}},
		map[string]any{"pedido": eventos[0], "eliminacion": nil, "errores": []any{map[string]any{"codigo": "NO_ESTA_EN_PAPELERA"}}},
		map[string]any{"pedido": absent, "eliminacion": nil, "errores": []any{map[string]any{"codigo": "NOT_FOUND"}}},
	}
	for _, time := range []string{"once", "again"} {
		erased := w.mutated(erase, map[string]any{"es": []any{eventos[1], eventos[0], absent}})
		if diff := cmp.Diff(map[string]any{"resultados": want, "errores": []any{}}, erased); diff != "" {
			t.Errorf("erased %s (-want +got):\n%s", time, diff)
		}
	}
	tooLate := w.mutated(`mutation($e: ID!) { r: cancelarEliminacion(input: {eventoId: $e}) { errores { ... on ErrorDeUsuario { codigo } } } }`, map[string]any{"e": eventos[1]})
	if diff := cmp.Diff([]any{map[string]any{"codigo": "VENTANA_CERRADA"}}, tooLate["errores"]); diff != "" {
		t.Errorf("taken back too late (-want +got):\n%s", diff)
	}
	if _, _, listed, binned, rows := w.bin(); listed != documentsEach-1 || binned != 1 || rows != documentsEach-1 {
		t.Errorf("%v listed and %v in the bin are counted, %d are listed", listed, binned, rows)
	}

	for _, wrong := range [][]any{{}, make([]any, 101)} {
		for i := range wrong {
			wrong[i] = fmt.Sprint(i)
		}
		refused := w.mutated(erase, map[string]any{"es": wrong})
		if diff := cmp.Diff(map[string]any{"resultados": []any{}, "errores": []any{map[string]any{"__typename": "EntradaInvalida"}}}, refused); diff != "" {
			t.Errorf("%d ids (-want +got):\n%s", len(wrong), diff)
		}
	}
	if others := w.query(bea, erase, map[string]any{"es": []any{eventos[1]}}); fmt.Sprint(others.data) == "" || len(others.codes) > 0 {
		t.Errorf("another citizen: %v", others)
	} else if r := others.data["r"].(map[string]any)["resultados"].([]any)[0].(map[string]any); r["eliminacion"] != nil {
		t.Errorf("another citizen erases: %v", r)
	}
}
