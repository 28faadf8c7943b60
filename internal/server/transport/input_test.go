package transport_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// outcome of an input: accepted, or refused with one of these codes.
var refusals = map[string]bool{"GRAPHQL_VALIDATION_FAILED": true, "BAD_USER_INPUT": true, "INVALID_PAGINATION_ARGUMENTS": true, "PAGE_SIZE_TOO_LARGE": true}

// TestIntIs32Bit: at the edges, as literal, as variable, as default of one.
func TestIntIs32Bit(t *testing.T) {
	b := start(t)
	const ask = `deleteDocumento(input: {documentoId: "x", ventana: %s}) { errores { ... on ErrorDeUsuario { codigo } } }`
	for literal, fits := range map[string]bool{
		"0": true, "2147483647": true, "-2147483648": true, "2147483648": false, "-2147483649": false, "4294967296": false,
		"9223372036854775807": false, "9223372036854775808": false, "1e1": false, "1.0": false, "10.5": false, `"10"`: false, "true": false, "DIEZ": false, "{}": false, "[]": false,
	} {
		ways := map[string]answer{
			"literal": b.query(`mutation { `+fmt.Sprintf(ask, literal)+` }`, nil),
			"default": b.query(`mutation($v: Int! = `+literal+`) { `+fmt.Sprintf(ask, "$v")+` }`, nil),
		}
		if literal != "DIEZ" { // an enum, which JSON has none of
			body := `{"query":"mutation($v: Int!) { ` + strings.ReplaceAll(fmt.Sprintf(ask, "$v"), `"`, `\"`) + ` }","variables":{"v":` + literal + `}}`
			ways["variable"] = b.do(request{body: body, header: map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + b.token}})
		}
		for way, a := range ways {
			if accepted := a.code() == ""; accepted != fits || !accepted && !refusals[a.code()] {
				t.Errorf("%s as %s: %s", literal, way, a.body)
			}
		}
	}
}

// TestObjectsNeverStandForScalars: neither do lists, wherever they are.
func TestObjectsNeverStandForScalars(t *testing.T) {
	b := start(t)
	for _, shape := range []string{`{}`, `{a: 1}`, `[{}]`, `[[]]`, `{id: "x"}`} {
		for name, query := range map[string]string{
			"Int":               `{ miCarpeta { documentos(first: %s) { nodes { id } } } }`,
			"String":            `{ miCarpeta { documentos(after: %s) { nodes { id } } } }`,
			"ID":                `{ node(id: %s) { id } }`,
			"in a list of ID":   `{ nodes(ids: [%s]) { id } }`,
			"for a list of ID":  `{ nodes(ids: %s) { id } }`,
			"enum":              `{ miCarpeta { documentos(orden: {campo: %s}) { nodes { id } } } }`,
			"Boolean":           `{ miCarpeta { id @include(if: %s) } }`,
			"custom scalar":     `{ eliminaciones(filtro: {masAntiguaQue: %s}) { nodes { id } } }`,
			"Long in an input":  `mutation { iniciarCarga(input: {titulo: "t", codigoTipo: "OTRO", nombreArchivo: "n", tipoContenido: "a/b", hashDocumento: "", tamanoBytes: %s}) { errores { ... on ErrorDeUsuario { codigo } } } }`,
			"default of Int":    `query($n: Int = %s) { miCarpeta { documentos(first: $n) { nodes { id } } } }`,
			"default of custom": `query($d: Duracion = %s) { eliminaciones(filtro: {masAntiguaQue: $d}) { nodes { id } } }`,
		} {
			if a := b.query(fmt.Sprintf(query, shape), nil); !refusals[a.code()] {
				t.Errorf("%s for %s: %d %s", shape, name, a.status, a.body)
			}
		}
	}
	for _, v := range []any{map[string]any{}, map[string]any{"a": 1}, []any{map[string]any{}}, []any{[]any{}}} {
		for typ, query := range map[string]string{
			"Int":      `query($v: Int) { miCarpeta { documentos(first: $v) { nodes { id } } } }`,
			"String":   `query($v: String) { miCarpeta { documentos(after: $v) { nodes { id } } } }`,
			"ID!":      `query($v: ID!) { node(id: $v) { id } }`,
			"[ID!]!":   `query($v: [ID!]!) { nodes(ids: $v) { id } }`,
			"Duracion": `query($v: Duracion) { eliminaciones(filtro: {masAntiguaQue: $v}) { nodes { id } } }`,
			"Boolean!": `query($v: Boolean!) { miCarpeta { id @include(if: $v) } }`,
		} {
			if a := b.query(query, map[string]any{"v": v}); !refusals[a.code()] {
				t.Errorf("%v for %s: %d %s", v, typ, a.status, a.body)
			}
		}
	}
}

// TestRelativeTimes: a whole number and one unit; everything else is refused with a code.
func TestRelativeTimes(t *testing.T) {
	b := start(t)
	operador, err := b.emisor.Issue("ana", "operador", b.carpeta.OperadorID, time.Hour)
	b.must(err)
	for text, fits := range map[string]bool{
		"30m": true, "24h": true, "7d": true, "1s": true, "366d": true, "367d": false, "0d": false, "7": false, "d": false, "-1d": false, "+1d": false, "1.5h": false,
		"1h30m": false, "7D": false, " 7d": false, "07d": false, "P7D": false, "7 d": false, "٧d": false, "": false, "99999999999999999999d": false,
	} {
		a := b.do(request{body: operation(`query($d: Duracion) { eliminaciones(filtro: {masAntiguaQue: $d}) { nodes { id } } }`, map[string]any{"d": text}),
			header: map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + operador}})
		if accepted := a.code() == ""; accepted != fits || !accepted && !refusals[a.code()] {
			t.Errorf("%q: %s", text, a.body)
		}
	}
}

// TestUUIDsAreStrict: another spelling of an id names nothing, exactly as an absent one.
func TestUUIDsAreStrict(t *testing.T) {
	b := start(t)
	id := b.carpeta.CarpetaID
	const query = `query($id: ID!) { carpeta(id: $id) { carpetaId } }`
	if a := b.query(query, map[string]any{"id": id}); a.code() != "" {
		t.Fatal(a.body)
	}
	for _, other := range []string{strings.ToUpper(id), "{" + id + "}", "urn:uuid:" + id, strings.ReplaceAll(id, "-", ""), id + "\n", " " + id, id[:35], strings.Replace(id, "-", "_", 1)} {
		if a := b.query(query, map[string]any{"id": other}); a.code() != "NOT_FOUND" {
			t.Errorf("%q: %s", other, a.body)
		}
	}
}

// TestTextsAtTheEdge: bounded in characters after normalisation, kept in NFC, and
// nothing in them that deceives.
func TestTextsAtTheEdge(t *testing.T) {
	b := start(t)
	const query = `mutation($i: IniciarCargaInput!) { iniciarCarga(input: $i) { documento { titulo } errores { ... on ErrorDeUsuario { codigo } ... on EntradaInvalida { campos { campo } } } } }`
	for field, longest := range map[string]int{"titulo": 200, "contextoDocumento": 200, "nombreArchivo": 255} {
		for name, c := range map[string]struct {
			text string
			fits bool
		}{
			"the longest":            {strings.Repeat("ñ", longest), true},
			"the longest, in NFD":    {strings.Repeat("n\u0303", longest), true},
			"one more":               {strings.Repeat("ñ", longest+1), false},
			"surrounded by space":    {" \u00a0" + strings.Repeat("ñ", longest) + "\u2003\n", true},
			"NUL":                    {"a\x00b", false},
			"line break":             {"a\nb", false},
			"right to left override": {"factura\u202efdp.exe", false},
			"byte order mark inside": {"a\ufeffb", false},
			"blank":                  {" \u2003", field == "contextoDocumento"},
			"invisible":              {"\u200b", field == "contextoDocumento"},
			"a slash":                {"a/b", field != "nombreArchivo"},
		} {
			in := upload(1)
			in[field] = c.text
			a := b.query(query, map[string]any{"i": in})
			if accepted := strings.Contains(a.body, `"errores":[]`); a.code() != "" || accepted != c.fits || !accepted && !strings.Contains(a.body, `"campo":"`+field+`"`) {
				t.Errorf("%s, %s: %s", field, name, a.body)
			}
		}
	}
	in := upload(1)
	in["titulo"] = "  Certificado de ban\u0303o\t"
	if a := b.query(query, map[string]any{"i": in}); !strings.Contains(a.body, `"titulo":"Certificado de baño"`) {
		t.Errorf("kept as %s", a.body)
	}
}

// TestLongEndsAt53Bits: a size is a whole number and nothing else.
func TestLongEndsAt53Bits(t *testing.T) {
	b := start(t)
	const query = `mutation { iniciarCarga(input: {titulo: "t", codigoTipo: "OTRO", nombreArchivo: "n", tipoContenido: "a/b", hashDocumento: "", tamanoBytes: %s}) { errores { ... on ErrorDeUsuario { codigo } } } }`
	for literal, reaches := range map[string]bool{
		"1": true, "2147483648": true, "9007199254740991": true, "9007199254740992": false, "9223372036854775808": false, `"1"`: false, "1.0": false, "1e3": false, "true": false, "UNO": false,
	} {
		a := b.query(fmt.Sprintf(query, literal), nil)
		if reaches && a.code() != "" || !reaches && !refusals[a.code()] {
			t.Errorf("%s: %s", literal, a.body)
		}
	}
}
