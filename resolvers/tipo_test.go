package resolvers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var hugo = auth.Principal{Sub: "hugo", Roles: []auth.Role{auth.Administrador}}

const registerKind = `mutation($i: RegistrarTipoInput!) { r: registrarTipo(input: $i) { tipo { codigo activo retencion modificadoEn } errores { ... on EntradaInvalida { campos { campo } } } } }`

// TestAKindIsData: a kind that was registered is that of an upload, of a correction, of lists and their filters, under its
// name in both languages.
func TestAKindIsData(t *testing.T) {
	w := newWorld(t)
	w.more(12)
	club := wish{"codigo": "CARNE_DE_CLUB", "nombre": wish{"es": "Carné de club", "en": "Club card"}, "contexto": wish{"es": "Ocio", "en": "Leisure"}, "icono": "identidad", "retencion": 2}
	r := w.good(hugo, registerKind, wish{"i": club})["r"].(map[string]any)
	if k := r["tipo"].(map[string]any); k["retencion"] != 2.0 || k["activo"] != true || k["modificadoEn"] == nil {
		t.Errorf("registered: %v", r)
	}
	if _, refusal := w.correct(wish{"documentoId": documentoGlobalID(1, 100), "version": 1, "codigoTipo": "CARNE_DE_CLUB"}); refusal != "" {
		t.Fatal(refusal)
	}
	for name, fields := range map[string]string{
		"written":   `titulo tipo clase { codigo nombre contexto icono retencion activo }`,
		"by gqlgen": `titulo tipo clase { codigo nombre contexto icono retencion activo palabras }`,
	} {
		query := `{ miCarpeta { documentos(filtro: { codigosTipo: ["CARNE_DE_CLUB", "SOAT"] }) { nodes { ` + fields + ` } } } }`
		for lengua, want := range map[string][2]string{fault.Spanish: {"Carné de club", "Ocio"}, fault.English: {"Club card", "Leisure"}} {
			resp := w.run(fault.WithLanguage(w.context(ana), []string{lengua}), query, nil)
			var got struct {
				MiCarpeta struct {
					Documentos struct{ Nodes []map[string]any }
				}
			}
			w.must(json.Unmarshal(resp.Data, &got))
			kind := map[string]any{"codigo": "CARNE_DE_CLUB", "nombre": want[0], "contexto": want[1], "icono": "identidad", "retencion": 2.0, "activo": true}
			if name == "by gqlgen" {
				kind["palabras"] = []any{}
			}
			rows := []map[string]any{{"titulo": "Otro", "tipo": "CARNE_DE_CLUB", "clase": kind}}
			if diff := cmp.Diff(rows, got.MiCarpeta.Documentos.Nodes); diff != "" || len(resp.Errors) > 0 {
				t.Errorf("%s, %s: %v (-want +got):\n%s", name, lengua, resp.Errors, diff)
			}
		}
	}
}

// TestAPageWithKindsIsOneRead: names and pictures come out of the copy of the process, and what a paper is worth out of its row.
func TestAPageWithKindsIsOneRead(t *testing.T) {
	w := newWorld(t)
	w.more(20)
	const query = `{ miCarpeta { documentos { nodes { titulo tipo clase { codigo nombre icono } estadoJuridico } } } }`
	w.good(ana, query, nil) // the copy is made
	w.good(ana, query, nil)
	if n := w.counted()["TiposCambiados"] + w.counted()["Documentos"]; n > 0 {
		t.Errorf("a page reads %v", w.counted())
	}
}

// TestAKindThatThereIs: an input names one.
func TestAKindThatThereIs(t *testing.T) {
	w := newWorld(t)
	const begin = `mutation($i: IniciarCargaInput!) { r: iniciarCarga(input: $i) { documento { tipo } errores { ... on EntradaInvalida { campos { campo mensaje } } } } }`
	upload := func(more wish) (codigo, refusal string) {
		input := wish{"titulo": "Hola", "nombreArchivo": "a.txt", "tipoContenido": "text/plain", "tamanoBytes": json.Number("5"), "hashDocumento": strings.Repeat("ab", 32)}
		for k, v := range more {
			input[k] = v
		}
		r := w.good(ana, begin, wish{"i": input})["r"].(map[string]any)
		if d, _ := r["documento"].(map[string]any); d != nil {
			codigo = d["tipo"].(string)
		}
		for _, e := range r["errores"].([]any) {
			c := e.(map[string]any)["campos"].([]any)[0].(map[string]any)
			refusal = c["campo"].(string) + ": " + c["mensaje"].(string)
		}
		return codigo, refusal
	}
	for _, c := range []struct {
		input         wish
		codigo, wrong string
	}{
		{wish{"codigoTipo": "SOAT"}, "SOAT", ""},
		{wish{"codigoTipo": "SOATS"}, "", "codigoTipo: No hay un tipo de documento SOATS. Quizá buscaba SOAT."},
		{wish{"codigoTipo": "soat"}, "", "por ejemplo DIPLOMA"},
		{wish{"codigoTipo": ""}, "", "por ejemplo DIPLOMA"},
	} {
		if codigo, refusal := upload(c.input); codigo != c.codigo || !strings.Contains(refusal, c.wrong) || (c.wrong == "") != (refusal == "") {
			t.Errorf("%v: %q, %q", c.input, codigo, refusal)
		}
	}
	if a := w.query(ana, `{ miCarpeta { documentos(filtro: { codigosTipo: ["VACUNA"] }) { nodes { id } } } }`, nil); !cmp.Equal(a.codes, []string{"BAD_USER_INPUT"}) {
		t.Errorf("a filter by a kind that there is not: %v", a.codes)
	}
}

// TestAKindOutOfUse is for no new document. One that has it keeps it, and is found by it.
func TestAKindOutOfUse(t *testing.T) {
	w := newWorld(t)
	w.moreOf(3, func(_ int, d *documento.Documento) { d.Tipo = "SOAT" })
	old := wish{"codigo": "SOAT", "nombre": wish{"es": "SOAT", "en": "SOAT"}, "contexto": wish{"es": "Vehículos", "en": "Vehicles"}, "activo": false}
	w.good(hugo, registerKind, wish{"i": old})
	if d, refusal := w.correct(wish{"documentoId": documentoGlobalID(1, 100), "version": 1, "codigoTipo": "SOAT", "titulo": "Mi seguro"}); refusal != "" || d["titulo"] != "Mi seguro" {
		t.Errorf("a correction that leaves the kind: %v, %s", d, refusal)
	}
	if _, refusal := w.correct(wish{"documentoId": documentoGlobalID(1, 1), "version": 1, "codigoTipo": "SOAT"}); refusal != "BAD_USER_INPUT codigoTipo" {
		t.Errorf("another document gets it: %q", refusal)
	}
	a := w.good(ana, `{ miCarpeta { documentos(filtro: { codigosTipo: "SOAT" }) { nodes { clase { activo } } } } }`, nil)
	if rows := a["miCarpeta"].(map[string]any)["documentos"].(map[string]any)["nodes"].([]any); len(rows) != 3 {
		t.Errorf("found by it: %v", rows)
	}
}

// TestTheQueryOfTheSourceDocuments: S-0002 has this query, word by word. It is valid, and 123 is no id.
func TestTheQueryOfTheSourceDocuments(t *testing.T) {
	const query = `query {
  carpeta(id: "123") {
    documentos(first: 20, after: "cursor") {
      edges {
        node { titulo, tipo }
        cursor
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}`
	w := newWorld(t)
	if _, err := gqlparser.LoadQueryWithRules(graph.NewExecutableSchema(graph.Config{}).Schema(), query, rules.NewDefaultRules()); err != nil {
		t.Error(err)
	}
	if a := w.query(ana, query, nil); !cmp.Equal(a.codes, []string{"NOT_FOUND"}) {
		t.Errorf("it answers %v", a.codes)
	}
}
