package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A first page is one call beside the read of the carpeta, a later one is one call, whatever is selected of a row, if
// nothing is asked for that stands in the carpeta; what the narrow index does not hold costs one more for all rows together.
func TestStoreCallsOfAPage(t *testing.T) {
	s := start(t, 60)
	asked := func(root, campos string) string {
		return `query($id: ID!, $after: String) { mine: carpeta(id: $id) @skip(if: true) { id } ` + root + ` { documentos(first: 20, after: $after) { ` + campos + ` } } }`
	}
	page := func(campos string) string { return asked(`carpeta(id: $id)`, campos) }
	fila := `edges { cursor node { id documentoId titulo tipo estadoDocumento tamanoBytes fechaRecepcion certificado esDescargable vigenciaHasta numero } }`
	cursor := cursorOf(s.ok(page(`pageInfo { endCursor }`), map[string]any{"id": s.carpetaID}))
	s.settle()
	cases := []struct {
		name, campos string
		after        any
		want         map[string]int
	}{
		{"a row", fila, nil, map[string]int{"Carpeta": 1, "Listar": 1}},
		{"both statements of the first page", fila + ` pageInfo { hasNextPage hasPreviousPage }`, nil, map[string]int{"Carpeta": 1, "Listar": 1}},
		{"a later page", fila + ` pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`, cursor, map[string]int{"Listar": 1}},
		{"whether it changed", fila + ` modificacionDetectada`, cursor, map[string]int{"Carpeta": 1, "Listar": 1}},
		{"details of a later page", `nodes { hashDocumento }`, cursor, map[string]int{"Listar": 1, "Documentos": 1}},
		{"details of 20 rows", `nodes { hashDocumento contextoDocumento fechaUltimaModificacion urlDescarga eliminacion { id } }`, nil,
			map[string]int{"Carpeta": 1, "Listar": 1, "Documentos": 1, "Anotar": 1}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			got := s.spent(page(tc.campos), map[string]any{"id": s.carpetaID, "after": tc.after})
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("store calls, -want +got:\n%s", diff)
			}
		})
	}
	for name, tc := range map[string]struct {
		after any
		want  map[string]int
	}{
		"first": {nil, map[string]int{"Carpeta": 1, "Listar": 1}},
		"later": {cursor, map[string]int{"Listar": 1}},
	} {
		got := s.spent(asked(`miCarpeta`, fila+` pageInfo { hasNextPage hasPreviousPage }`), map[string]any{"id": s.carpetaID, "after": tc.after})
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("miCarpeta, %s page: store calls, -want +got:\n%s", name, diff)
		}
	}
	// A row says whether anybody issued its document: the name is read for those alone. They are rare, so the list looks twice.
	for certificado, want := range map[bool]map[string]int{false: {"Carpeta": 1, "Listar": 1}, true: {"Carpeta": 1, "Listar": 2, "Documentos": 1}} {
		got := s.spent(`query($id: ID!, $c: Boolean) { carpeta(id: $id) { documentos(first: 5, filtro: { certificado: $c }) { nodes { id emisor { nombre } } } } }`,
			map[string]any{"id": s.carpetaID, "c": certificado})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("issuers of rows, certified %v: store calls, -want +got:\n%s", certificado, diff)
		}
	}
	// The owner's check is not skipped: who may not see the carpeta gets nothing of what its owner is known for, with the owner's cursor.
	for name, token := range map[string]string{"ciudadano ajeno": s.foreigner, "operador ajeno": s.foreignOperador} {
		r := s.do(token, page(fila), map[string]any{"id": s.carpetaID, "after": cursor})
		if diff := cmp.Diff([]string{"NOT_FOUND"}, r.codes()); diff != "" {
			t.Errorf("%s, -want +got:\n%s", name, diff)
		}
	}
}

func cursorOf(data map[string]any) string {
	page := data["carpeta"].(map[string]any)["documentos"].(map[string]any)["pageInfo"].(map[string]any)
	return page["endCursor"].(string)
}

func ids(t *testing.T, s *server) []string {
	t.Helper()
	data := s.ok(`query($id: ID!) { carpeta(id: $id) { documentos(first: 100) { nodes { id } } } }`, map[string]any{"id": s.carpetaID})
	var out []string
	for _, n := range data["carpeta"].(map[string]any)["documentos"].(map[string]any)["nodes"].([]any) {
		out = append(out, n.(map[string]any)["id"].(string))
	}
	return out
}

// A caller that may not see an object learns nothing: not even that it exists.
func TestForeignAndAbsentAnswerAlike(t *testing.T) {
	s := start(t, 12)
	doc := ids(t, s)[0]
	data := s.ok(`mutation($d: ID!) { deleteDocumento(input: {documentoId: $d, ventana: 600}) { eliminacion { eventoId } } }`, map[string]any{"d": uncertified(t, s)})
	evento := data["deleteDocumento"].(map[string]any)["eliminacion"].(map[string]any)["eventoId"].(string)
	nobody := "01a18f41-ffff-7fff-8fff-ffffffffffff"
	queries := map[string][2]any{
		`query($x: ID!) { carpeta(id: $x) { operadorId } }`:       {s.carpetaID, nobody},
		`query($x: ID!) { node(id: $x) { id } }`:                  {doc, "bm8tZXhpc3Rl"},
		`query($x: ID!) { eliminacion(eventoId: $x) { estado } }`: {evento, nobody},
		`mutation($x: ID!) { deleteDocumento(input: {documentoId: $x}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`:                   {doc, "bm8tZXhpc3Rl"},
		`mutation($x: ID!) { solicitarEliminacion(input: {documentoId: $x, motivo: "m"}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`: {doc, "bm8tZXhpc3Rl"},
		`mutation($x: ID!) { aprobarEliminacion(input: {eventoId: $x}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`:                   {evento, nobody},
		`mutation($x: ID!) { rechazarEliminacion(input: {eventoId: $x, comentario: "c"}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`: {evento, nobody},
		`mutation($x: ID!) { confirmarCarga(input: {documentoId: $x}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`:                    {doc, "bm8tZXhpc3Rl"},
		`mutation($x: ID!) { cancelarEliminacion(input: {eventoId: $x}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`:                  {evento, nobody},
		`mutation($x: ID!) { reintentarEliminacion(input: {eventoId: $x}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`:                {evento, nobody},
	}
	for q, ids := range queries {
		for quien, token := range map[string]string{"ciudadano ajeno": s.foreigner, "operador ajeno": s.foreignOperador} {
			t.Run(quien+" "+strings.Fields(q)[2], func(t *testing.T) {
				foreign := fmt.Sprintf("%+v", s.do(token, q, map[string]any{"x": ids[0]}))
				absent := fmt.Sprintf("%+v", s.do(token, q, map[string]any{"x": ids[1]}))
				if diff := cmp.Diff(absent, foreign); diff != "" {
					t.Errorf("-absent +foreign:\n%s", diff)
				}
			})
		}
	}
}

func uncertified(t testing.TB, s *server) string {
	t.Helper()
	data := s.ok(`query($id: ID!) { carpeta(id: $id) { documentos { nodes { id certificado } } } }`, map[string]any{"id": s.carpetaID})
	for _, n := range data["carpeta"].(map[string]any)["documentos"].(map[string]any)["nodes"].([]any) {
		if d := n.(map[string]any); d["certificado"] == false {
			return d["id"].(string)
		}
	}
	t.Fatal("every document is certified")
	return ""
}
