package app_test

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
)

// A page is one call beside the read of the carpeta, whatever is selected of a
// row; what the narrow index does not hold costs one more for all rows together.
func TestStoreCallsOfAPage(t *testing.T) {
	s := iniciar(t, 60)
	pagina := func(campos string) string {
		return `query($id: ID!, $after: String) { carpeta(id: $id) { documentos(first: 20, after: $after) { ` + campos + ` } } }`
	}
	fila := `edges { cursor node { id documentoId titulo tipoDocumento estadoDocumento tamanoBytes fechaRecepcion certificado esDescargable } }`
	cursor := cursorDe(s.bien(pagina(`pageInfo { endCursor }`), map[string]any{"id": s.carpetaID}))
	cases := []struct {
		nombre, campos string
		after          any
		want           map[string]int
	}{
		{"a row", fila, nil, map[string]int{"Carpeta": 1, "Listar": 1}},
		{"both statements of the first page", fila + ` pageInfo { hasNextPage hasPreviousPage }`, nil, map[string]int{"Carpeta": 1, "Listar": 1}},
		{"a later page", fila + ` pageInfo { hasNextPage endCursor } modificacionDetectada`, cursor, map[string]int{"Carpeta": 1, "Listar": 1}},
		{"what precedes a later page", fila + ` pageInfo { hasPreviousPage }`, cursor, map[string]int{"Carpeta": 1, "Listar": 2}},
		{"details of 20 rows", `nodes { hashDocumento contextoDocumento fechaUltimaModificacion urlDescarga eliminacion { id } }`, nil,
			map[string]int{"Carpeta": 1, "Listar": 1, "Documentos": 1}},
	}
	for _, tc := range cases {
		t.Run(tc.nombre, func(t *testing.T) {
			got := s.gasto(pagina(tc.campos), map[string]any{"id": s.carpetaID, "after": tc.after})
			if !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func cursorDe(data map[string]any) string {
	pagina := data["carpeta"].(map[string]any)["documentos"].(map[string]any)["pageInfo"].(map[string]any)
	return pagina["endCursor"].(string)
}

func ids(t *testing.T, s *servidor) []string {
	t.Helper()
	data := s.bien(`query($id: ID!) { carpeta(id: $id) { documentos(first: 100) { nodes { id } } } }`, map[string]any{"id": s.carpetaID})
	var out []string
	for _, n := range data["carpeta"].(map[string]any)["documentos"].(map[string]any)["nodes"].([]any) {
		out = append(out, n.(map[string]any)["id"].(string))
	}
	return out
}

func TestNodesAreBatched(t *testing.T) {
	s := iniciar(t, 99)
	todos := append(ids(t, s), "bm8tZXhpc3Rl")
	got := s.gasto(`query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Documento { titulo hashDocumento } } }`, map[string]any{"ids": todos})
	if want := map[string]int{"Carpetas": 1, "Documentos": 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("100 nodes: %v, want %v", got, want)
	}
	r := s.pedir(s.token, `query($ids: [ID!]!) { nodes(ids: $ids) { id } }`, map[string]any{"ids": append(todos, "x")})
	if len(r.Errors) != 1 || r.Errors[0].Extensions.Code != "BAD_USER_INPUT" {
		t.Errorf("101 nodes: %+v", r)
	}
}

// Whoever may not see an object learns nothing: not even that it exists.
func TestForeignAndAbsentAnswerAlike(t *testing.T) {
	s := iniciar(t, 12)
	doc := ids(t, s)[0]
	data := s.bien(`mutation($d: ID!) { deleteDocumento(input: {documentoId: $d, ventana: 600}) { eliminacion { eventoId } } }`, map[string]any{"d": noCertificado(t, s)})
	evento := data["deleteDocumento"].(map[string]any)["eliminacion"].(map[string]any)["eventoId"].(string)
	nadie := "01a18f41-ffff-7fff-8fff-ffffffffffff"
	consultas := map[string][2]any{
		`query($x: ID!) { carpeta(id: $x) { operadorId } }`:                                                                           {s.carpetaID, nadie},
		`query($x: ID!) { node(id: $x) { id } }`:                                                                                      {doc, "bm8tZXhpc3Rl"},
		`query($x: ID!) { eliminacion(eventoId: $x) { estado } }`:                                                                     {evento, nadie},
		`mutation($x: ID!) { deleteDocumento(input: {documentoId: $x}) { errores { __typename codigo mensaje } } }`:                   {doc, "bm8tZXhpc3Rl"},
		`mutation($x: ID!) { solicitarEliminacion(input: {documentoId: $x, motivo: "m"}) { errores { __typename codigo mensaje } } }`: {doc, "bm8tZXhpc3Rl"},
		`mutation($x: ID!) { aprobarEliminacion(input: {eventoId: $x}) { errores { __typename codigo mensaje } } }`:                   {evento, nadie},
		`mutation($x: ID!) { rechazarEliminacion(input: {eventoId: $x, comentario: "c"}) { errores { __typename codigo mensaje } } }`: {evento, nadie},
		`mutation($x: ID!) { confirmarCarga(input: {documentoId: $x}) { errores { __typename codigo mensaje } } }`:                    {doc, "bm8tZXhpc3Rl"},
		`mutation($x: ID!) { cancelarEliminacion(input: {eventoId: $x}) { errores { __typename codigo mensaje } } }`:                  {evento, nadie},
		`mutation($x: ID!) { reintentarEliminacion(input: {eventoId: $x}) { errores { __typename codigo mensaje } } }`:                {evento, nadie},
	}
	for q, ids := range consultas {
		for quien, token := range map[string]string{"ciudadano ajeno": s.ajeno, "operador ajeno": s.operara} {
			t.Run(quien+" "+strings.Fields(q)[2], func(t *testing.T) {
				ajena := fmt.Sprintf("%+v", s.pedir(token, q, map[string]any{"x": ids[0]}))
				ausente := fmt.Sprintf("%+v", s.pedir(token, q, map[string]any{"x": ids[1]}))
				if ajena != ausente {
					t.Errorf("foreign: %s\nabsent:  %s", ajena, ausente)
				}
			})
		}
	}
}

func noCertificado(t *testing.T, s *servidor) string {
	t.Helper()
	data := s.bien(`query($id: ID!) { carpeta(id: $id) { documentos { nodes { id certificado } } } }`, map[string]any{"id": s.carpetaID})
	for _, n := range data["carpeta"].(map[string]any)["documentos"].(map[string]any)["nodes"].([]any) {
		if d := n.(map[string]any); d["certificado"] == false {
			return d["id"].(string)
		}
	}
	t.Fatal("every document is certified")
	return ""
}

func TestAnonymousReachesNothing(t *testing.T) {
	s := iniciar(t, 1)
	for _, q := range []string{`{ miCarpeta { id } }`, `{ node(id: "x") { id } }`, `{ nodes(ids: ["x"]) { id } }`, `{ carpeta(id: "x") { id } }`,
		`{ eliminacion(eventoId: "x") { id } }`, `mutation { deleteDocumento(input: {documentoId: "x"}) { errores { codigo } } }`,
		`mutation { solicitarEliminacion(input: {documentoId: "x", motivo: "m"}) { errores { codigo } } }`,
		`mutation { aprobarEliminacion(input: {eventoId: "x"}) { errores { codigo } } }`} {
		r := s.pedir("", q, nil)
		if len(r.Errors) != 1 || r.Errors[0].Extensions.Code != "UNAUTHENTICATED" {
			t.Errorf("%s: %+v", q, r)
		}
	}
}

func TestAdminAddress(t *testing.T) {
	s := iniciar(t, 1)
	for _, path := range []string{"/livez", "/readyz", "/readyz?verbose", "/metrics"} {
		resp, err := http.Get(s.admin + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
}
