package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// operacion is a request made up from the schema.
type operacion struct {
	query     string
	variables obj
	rota      bool // the text was changed somewhere
}

// generador makes up operations that are valid, or nearly: a wrong value here, a
// character there. The same number gives the same operations, but for the ids and
// cursors of the data at hand.
type generador struct {
	azar    *rand.Rand
	esquema esquema
	ids     map[string][]string // by the argument they fit; "" are all, and some that name nothing
	cursor  []string            // seen in answers

	// of the operation at hand
	malo       float64 // likelihood that a value is wrong
	campos     int     // still to be selected
	nombres    int     // aliases, variables and fragments so far
	variables  obj
	declaradas []string
	fragmentos []string
}

var raicesPorTipo = []struct {
	tipo, palabra string
	peso          int
}{{"Query", "query", 70}, {"Mutation", "mutation", 24}, {"Subscription", "subscription", 6}}

func (g *generador) operacion() operacion {
	g.campos, g.nombres, g.variables, g.declaradas, g.fragmentos = 2+g.azar.IntN(40), 0, obj{}, nil, nil
	g.malo = 0
	if g.azar.IntN(3) == 0 {
		g.malo = 0.08
	}
	tipo, palabra := g.raiz()
	cuantos := 1
	if tipo != "Subscription" {
		cuantos += g.azar.IntN(3)
	}
	seleccion := g.seleccion(tipo, 6, cuantos)
	cabeza := palabra
	if g.azar.IntN(2) == 0 {
		cabeza += " Prueba"
	}
	if len(g.declaradas) > 0 {
		cabeza += "(" + strings.Join(g.declaradas, ", ") + ")"
	}
	o := operacion{query: cabeza + " " + seleccion + strings.Join(g.fragmentos, ""), variables: g.variables}
	if g.azar.IntN(6) == 0 {
		o.query, o.rota = g.romper(o.query), true
	}
	return o
}

func (g *generador) raiz() (tipo, palabra string) {
	n := g.azar.IntN(100)
	for _, r := range raicesPorTipo {
		if n -= r.peso; n < 0 {
			return r.tipo, r.palabra
		}
	}
	panic("weights are less than 100")
}

// seleccion selects some fields of a type, and something below each.
func (g *generador) seleccion(tipo string, hondo, cuantos int) string {
	partes := []string{}
	campos := g.esquema[tipo].Fields
	for range cuantos {
		if len(campos) > 0 && g.campos > 0 {
			partes = append(partes, g.campo(campos[g.azar.IntN(len(campos))], hondo))
		}
	}
	if posibles := g.esquema[tipo].PossibleTypes; len(posibles) > 0 && hondo > 0 {
		partes = append(partes, g.condicion(posibles[g.azar.IntN(len(posibles))].Name, hondo-1))
	}
	if len(partes) == 0 || g.azar.IntN(10) == 0 {
		partes = append(partes, "__typename")
	}
	return "{ " + strings.Join(partes, " ") + " }"
}

// condicion is an inline fragment, or one that is spread.
func (g *generador) condicion(tipo string, hondo int) string {
	seleccion := g.seleccion(tipo, hondo, 1+g.azar.IntN(4))
	if g.azar.IntN(2) == 0 {
		return "... on " + tipo + g.directiva() + " " + seleccion
	}
	nombre := g.nombre("F")
	g.fragmentos = append(g.fragmentos, " fragment "+nombre+" on "+tipo+" "+seleccion)
	return "..." + nombre
}

func (g *generador) campo(c campoDef, hondo int) string {
	g.campos--
	texto := c.Name
	if len(c.Args) > 0 || g.azar.IntN(5) == 0 {
		texto = g.nombre("a") + ": " + c.Name // two of one name could not be merged
	}
	texto += g.argumentos(c.Args) + g.directiva()
	if !c.Type.compuesto() {
		return texto
	}
	if hondo == 0 {
		return texto + " { __typename }"
	}
	return texto + " " + g.seleccion(c.Type.base().Name, hondo-1, 1+g.azar.IntN(4))
}

func (g *generador) directiva() string {
	switch g.azar.IntN(20) {
	case 0:
		return " @include(if: " + g.valor(entradaDef{Name: "if", Type: tipoRef{Kind: "NON_NULL", OfType: &tipoRef{Kind: "SCALAR", Name: "Boolean"}}}) + ")"
	case 1:
		return " @skip(if: false)"
	default:
		return ""
	}
}

// argumentos gives the obligatory ones and some of the others. Of a page's four it
// mostly gives those that go together.
func (g *generador) argumentos(defs []entradaDef) string {
	var dados []string
	fuera := []string{"last", "before"}
	if g.azar.IntN(2) == 0 {
		fuera = []string{"first", "after"}
	}
	for _, d := range defs {
		otraPunta := (d.Name == fuera[0] || d.Name == fuera[1]) && g.azar.IntN(30) > 0
		if d.obligatoria() && !g.falla() || !d.obligatoria() && !otraPunta && g.azar.IntN(2) == 0 {
			dados = append(dados, d.Name+": "+g.valor(d))
		}
	}
	if len(defs) > 0 && g.falla() {
		dados = append(dados, "nada: 1")
	}
	if len(dados) == 0 {
		return ""
	}
	return "(" + strings.Join(dados, ", ") + ")"
}

func (g *generador) falla() bool { return g.azar.Float64() < g.malo }

func (g *generador) nombre(prefijo string) string {
	g.nombres++
	return fmt.Sprintf("%s%d", prefijo, g.nombres)
}

// valor is a literal, or a variable that is declared and mostly given.
func (g *generador) valor(d entradaDef) string {
	v := g.hacer(d.Name, d.Type)
	if g.azar.IntN(3) > 0 {
		return literal(v)
	}
	nombre := g.nombre("v")
	g.declaradas = append(g.declaradas, "$"+nombre+": "+d.Type.texto())
	if !g.falla() {
		g.variables[nombre] = comoJSON(v)
	}
	return "$" + nombre
}

// ruido are characters that mean something.
const ruido = "{}()[]!:$@\"\\#.,=|& \n\t\x00\u2028ñ💥7-"

// romper changes a place of the text.
func (g *generador) romper(texto string) string {
	r := []rune(texto)
	i := g.azar.IntN(len(r))
	switch g.azar.IntN(5) {
	case 0:
		return string(r[:i])
	case 1:
		return string(r[:i]) + string(r[i+1:])
	case 2:
		n := []rune(ruido)
		return string(r[:i]) + string(n[g.azar.IntN(len(n))]) + string(r[i:])
	case 3:
		j := min(len(r), i+g.azar.IntN(40))
		return string(r[:j]) + string(r[i:])
	default:
		palabras := strings.Fields(texto)
		palabras[g.azar.IntN(len(palabras))] = "nada"
		return strings.Join(palabras, " ")
	}
}
