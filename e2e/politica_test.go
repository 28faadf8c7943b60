package e2e_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

var actualizar = flag.Bool("update", false, "write docs/politica.md anew")

// TestPolitica asks for every field as everybody: the table generates the
// requests, and says what comes of them.
func TestPolitica(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		m := nuevoMundo(t, p)
		if !completa(t, m.esquema) {
			return
		}
		antes := m.foto(t)
		for _, f := range raices("Mutation") {
			m.probarRaiz(t, f, func(s salida) bool { return !s.permite() })
		}
		if despues := m.foto(t); despues != antes {
			t.Errorf("something refused changed the carpeta:\n%s\n%s", antes, despues)
		}
		for _, tipo := range []string{"Query", "Subscription", "Mutation"} {
			for _, f := range raices(tipo) {
				m.probarRaiz(t, f, func(s salida) bool { return tipo != "Mutation" || s.permite() })
			}
		}
		for _, tp := range politica {
			m.probarTipo(t, tp)
		}
	})
}

// completa: every field of every object type that the schema has stands in the
// table exactly once, and nothing else does.
func completa(t *testing.T, e esquema) bool {
	t.Helper()
	filas := map[string]int{}
	for _, tp := range politica {
		for _, r := range tp.reglas {
			for campo := range strings.FieldsSeq(r.campos) {
				filas[tp.nombre+"."+campo]++
			}
		}
	}
	for nombre, d := range e {
		if d.Kind != "OBJECT" {
			continue
		}
		for _, c := range d.Fields {
			campo := nombre + "." + c.Name
			if filas[campo] != 1 {
				t.Errorf("%s has %d rows in the policy table (e2e/politica_tabla_test.go): say once who may see it", campo, filas[campo])
			}
			delete(filas, campo)
		}
	}
	for campo := range filas {
		t.Errorf("%s stands in the policy table and not in the schema", campo)
	}
	return !t.Failed()
}

// raiz is a root field: its row and the request that asks for it.
type raiz struct {
	campo  string // Query.carpeta
	acceso acceso
	pide   string
}

func raices(tipo string) []raiz {
	var todas []raiz
	for _, tp := range politica {
		for _, r := range tp.reglas {
			for campo := range strings.FieldsSeq(r.campos) {
				if nombre := tp.nombre + "." + campo; tp.nombre == tipo {
					todas = append(todas, raiz{nombre, r.acceso, pedidos[nombre]})
				}
			}
		}
	}
	return todas
}

func accesoDe(campo string) acceso {
	tipo, _, _ := strings.Cut(campo, ".")
	for _, r := range raices(tipo) {
		if r.campo == campo {
			return r.acceso
		}
	}
	panic("no row: " + campo)
}

func (m *mundo) probarRaiz(t *testing.T, r raiz, cuales func(salida) bool) {
	t.Helper()
	if r.pide == "" {
		t.Errorf("%s: no request in pedidos", r.campo)
		return
	}
	query := strings.ReplaceAll(r.pide, "%s", "__typename")
	for q, quiero := range r.acceso {
		if !cuales(quiero) {
			continue
		}
		for nombre, preguntar := range m.formas(query) {
			obtuve := leerSalida(preguntar(t, quien(q)), "r")
			comparar(t, fmt.Sprintf("%s (%s) as %s", r.campo, nombre, quien(q)), obtuve, quiero)
		}
	}
}

// probarTipo asks for each field of an object on every way to it.
func (m *mundo) probarTipo(t *testing.T, tp tipoPolitica) {
	t.Helper()
	for _, v := range tp.vias {
		llega := accesoDe(v.raiz)
		if v.acceso != nil {
			llega = *v.acceso
		}
		for _, r := range tp.reglas {
			for campo := range strings.FieldsSeq(r.campos) {
				m.probarCampo(t, tp.nombre, campo, v, llega, r.acceso)
			}
		}
	}
}

func (m *mundo) probarCampo(t *testing.T, tipo, campo string, v via, llega, regla acceso) {
	t.Helper()
	def, _ := m.esquema.campo(tipo, campo)
	seleccion := "f: " + campo
	if def.Type.compuesto() {
		seleccion += " { __typename }"
	}
	query := strings.ReplaceAll(pedidos[cmp.Or(v.pide, v.raiz)], "%s", strings.ReplaceAll(v.hasta, "%s", seleccion))
	for q, quiero := range llega {
		if quiero.permite() {
			quiero = regla[q]
		}
		for nombre, preguntar := range m.formas(query) {
			if nombre == "WebSocket" {
				continue // the two say the same: see the root fields
			}
			obtuve := leerSalida(preguntar(t, quien(q)), v.camino+".f")
			comparar(t, fmt.Sprintf("%s.%s by %s %s as %s", tipo, campo, v.raiz, v.camino, quien(q)), obtuve, quiero)
		}
	}
}

func comparar(t *testing.T, que string, obtuve, quiero salida) {
	t.Helper()
	if obtuve != quiero && (quiero != talvez || obtuve != si && obtuve != nulo) {
		t.Errorf("%s: %s, want %s", que, obtuve, quiero)
	}
}

// leerSalida reads what came of a request: an error's code, that of the payload's
// first error, or what is at the end of the path.
func leerSalida(r serverkit.Answer, camino string) salida {
	if c := r.Code(); c != "" {
		return salida(c)
	}
	var v any
	if err := json.Unmarshal(r.Data, &v); err != nil {
		return salida("no data: " + string(r.Body))
	}
	if c := codigoDelPayload(v); c != "" && !strings.HasPrefix(camino, "r.errores") {
		return salida(c)
	}
	for paso := range strings.SplitSeq(camino, ".") {
		if lista, es := v.([]any); es {
			if len(lista) == 0 {
				return vacia
			}
			v = lista[0]
		}
		o, es := v.(map[string]any)
		if !es || o[paso] == nil {
			return nulo
		}
		v = o[paso]
	}
	if lista, es := v.([]any); es && len(lista) > 0 && lista[0] == nil {
		return nulo
	}
	return si
}

// codigoDelPayload is in the alias that requests of mutations give to errores.
func codigoDelPayload(data any) string {
	o, _ := data.(map[string]any)
	r, _ := o["r"].(map[string]any)
	fallas, _ := r["fallas"].([]any)
	if len(fallas) == 0 {
		return ""
	}
	codigo, _ := fallas[0].(map[string]any)["codigo"].(string)
	return codigo
}

// TestPoliticaEscrita: docs/politica.md is the table, as people read it.
func TestPoliticaEscrita(t *testing.T) {
	t.Parallel()
	const ruta = "../docs/politica.md"
	quiero := escribirPolitica()
	if *actualizar {
		if err := os.WriteFile(ruta, []byte(quiero), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if hay, err := os.ReadFile(ruta); err != nil || string(hay) != quiero {
		t.Errorf("docs/politica.md is not the policy table (%v): run `go test ./e2e -run PoliticaEscrita -update`", err)
	}
}

func escribirPolitica() string {
	var b strings.Builder
	b.WriteString("# What each person sees and does\n\n" +
		"This page is made from `e2e/politica_tabla_test.go` (`go test ./e2e -run PoliticaEscrita -update`). The same table makes\n" +
		"the requests that prove each cell, on both profiles. A field without a row fails the build. The rules themselves are in\n" +
		"`internal/auth/policy.go`.\n\n" +
		"| cell | meaning |\n| --- | --- |\n" +
		"| *sí* | the value |\n" +
		"| *sí o nulo* | the value, which may be null |\n" +
		"| *nulo*, *vacía* | the same as if there were nothing |\n" +
		"| a code | a GraphQL error, or the first of a payload's `errores` |\n\n" +
		"A row of an object's field is for persons that reach the object. Other persons get no object, and so no field.\n")
	for _, tp := range politica {
		fmt.Fprintf(&b, "\n## %s\n\n| field |", tp.nombre)
		for q := range len(acceso{}) {
			fmt.Fprintf(&b, " %s |", quien(q))
		}
		b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(acceso{})) + "\n")
		for _, r := range tp.reglas {
			campos := strings.Fields(r.campos)
			fmt.Fprintf(&b, "| `%s` |", strings.Join(campos, "` `"))
			for _, s := range r.acceso {
				fmt.Fprintf(&b, " %s |", s)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// pregunta asks as somebody.
type pregunta func(*testing.T, quien) serverkit.Answer

// formas are the ways to ask: one for a query, two for a subscription.
func (m *mundo) formas(query string) map[string]pregunta {
	if !strings.HasPrefix(query, "subscription") {
		return map[string]pregunta{"HTTP": func(t *testing.T, q quien) serverkit.Answer {
			t.Helper()
			r := m.clientes[q].MustPost(t, query, m.variables)
			m.sinSecretos(t, q, query, r.Body)
			return r
		}}
	}
	todas := map[string]pregunta{}
	for nombre, abrir := range serverkit.Transports {
		todas[nombre] = func(t *testing.T, q quien) serverkit.Answer { return m.primero(t, abrir, q, query) }
	}
	return todas
}

// primero is the first message of a subscription.
func (m *mundo) primero(t *testing.T, abrir serverkit.Transport, q quien, query string) serverkit.Answer {
	t.Helper()
	var r serverkit.Answer
	ok := t.Run("subscription", func(t *testing.T) { // ends with its own cleanup
		s := abrir(t, m.clientes[q], query, m.variables)
		data, hay := s.Next(t, pronto)
		if r.Data = data; hay {
			return
		}
		_, fin := s.UntilEnd(t, pronto)
		if r.Errors = fin.Errors; len(fin.Errors) == 0 {
			t.Errorf("%s as %s: %+v", query, q, fin)
		}
	})
	if !ok {
		t.Fatal("no answer")
	}
	m.sinSecretos(t, q, query, r.Data)
	return r
}

// sinSecretos: what only the owner may read is in no answer to anybody else.
func (m *mundo) sinSecretos(t *testing.T, q quien, query string, cuerpo []byte) {
	t.Helper()
	if q != dueno && slices.ContainsFunc(m.secretos, func(s string) bool { return strings.Contains(string(cuerpo), s) }) {
		t.Errorf("%s as %s tells a secret: %s", query, q, cuerpo)
	}
}
