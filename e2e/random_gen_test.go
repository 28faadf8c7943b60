package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// operation is a request made up from the schema.
type operation struct {
	from      quien
	query     string
	variables obj
	corrupted bool // the text was changed somewhere
}

// generator makes up operations that are valid, or nearly: a wrong value here, a
// character there. The same number gives the same operations, but for the ids and
// cursors of the data at hand.
type generator struct {
	rand    *rand.Rand
	schema  schema
	ids     map[string][]string // by the argument they fit; "" are all, and some that name nothing
	cursors []string            // seen in answers

	// of the operation at hand
	badness   float64 // likelihood that a value is wrong
	fields    int     // still to be selected
	names     int     // aliases, variables and fragments so far
	variables obj
	declared  []string
	fragments []string
	from      quien
	permitted bool // only roots that the policy permits to this person
}

// senders are persons by how often they send something.
var senders = []quien{dueno, dueno, dueno, dueno, operador, operador, operador, stranger, foreignOperador, auditor, entidad, foreignEntidad, administrador, anonymous}

// rootAccess is the policy of the root fields, by type and name.
var rootAccess = func() map[string]access {
	all := map[string]access{}
	for _, tp := range policyTable {
		for _, r := range tp.rules {
			for _, name := range strings.Fields(r.fields) {
				all[tp.name+"."+name] = r.access
			}
		}
	}
	return all
}()

type root struct {
	typeName, word string
	weight         int
}

var rootsByWeight = []root{{"Query", "query", 70}, {"Mutation", "mutation", 24}, {"Subscription", "subscription", 6}}

func (g *generator) operation() operation {
	g.fields, g.names, g.variables, g.declared, g.fragments = 2+g.rand.IntN(40), 0, obj{}, nil, nil
	g.badness = 0
	if g.rand.IntN(3) == 0 {
		g.badness = 0.08
	}
	g.from, g.permitted = senders[g.rand.IntN(len(senders))], g.rand.IntN(3) > 0
	typeName, word := g.root()
	count := 1
	if typeName != "Subscription" {
		count += g.rand.IntN(3)
	}
	selection := g.selection(typeName, 6, count)
	head := word
	if g.rand.IntN(2) == 0 {
		head += " Prueba"
	}
	if len(g.declared) > 0 {
		head += "(" + strings.Join(g.declared, ", ") + ")"
	}
	o := operation{from: g.from, query: head + " " + selection + strings.Join(g.fragments, ""), variables: g.variables}
	if g.rand.IntN(6) == 0 {
		o.query, o.corrupted = g.corrupt(o.query), true
	}
	return o
}

func (g *generator) root() (typeName, word string) {
	n := g.rand.IntN(100)
	for _, r := range rootsByWeight {
		if n -= r.weight; n < 0 {
			return r.typeName, r.word
		}
	}
	panic("weights are less than 100")
}

// selection selects some fields of a type, and something below each.
func (g *generator) selection(typeName string, depth, count int) string {
	parts := []string{}
	fields := g.fieldsOf(typeName)
	for range count {
		if len(fields) > 0 && g.fields > 0 {
			parts = append(parts, g.field(fields[g.rand.IntN(len(fields))], depth))
		}
	}
	if possible := g.schema[typeName].PossibleTypes; len(possible) > 0 && depth > 0 {
		parts = append(parts, g.condition(possible[g.rand.IntN(len(possible))].Name, depth-1))
	}
	if len(parts) == 0 || g.rand.IntN(10) == 0 {
		parts = append(parts, "__typename")
	}
	return "{ " + strings.Join(parts, " ") + " }"
}

// fieldsOf are the fields of a type; of a root mostly those that this person may use.
func (g *generator) fieldsOf(typeName string) []fieldDef {
	fields := g.schema[typeName].Fields
	if !g.permitted || !slices.ContainsFunc(rootsByWeight, func(r root) bool { return r.typeName == typeName }) {
		return fields
	}
	return slices.DeleteFunc(slices.Clone(fields), func(f fieldDef) bool { return !rootAccess[typeName+"."+f.Name][g.from].permits() })
}

// condicion is an inline fragment, or one that is spread.
func (g *generator) condition(typeName string, depth int) string {
	selection := g.selection(typeName, depth, 1+g.rand.IntN(4))
	if g.rand.IntN(2) == 0 {
		return "... on " + typeName + g.directive() + " " + selection
	}
	name := g.name("F")
	g.fragments = append(g.fragments, " fragment "+name+" on "+typeName+" "+selection)
	return "..." + name
}

func (g *generator) field(c fieldDef, depth int) string {
	g.fields--
	text := c.Name
	if len(c.Args) > 0 || g.rand.IntN(5) == 0 {
		text = g.name("a") + ": " + c.Name // two of one name could not be merged
	}
	text += g.arguments(c.Args) + g.directive()
	if !c.Type.composite() {
		return text
	}
	if depth == 0 {
		return text + " { __typename }"
	}
	return text + " " + g.selection(c.Type.base().Name, depth-1, 1+g.rand.IntN(4))
}

func (g *generator) directive() string {
	switch g.rand.IntN(20) {
	case 0:
		return " @include(if: " + g.value(inputDef{Name: "if", Type: typeRef{Kind: "NON_NULL", OfType: &typeRef{Kind: "SCALAR", Name: "Boolean"}}}) + ")"
	case 1:
		return " @skip(if: false)"
	default:
		return ""
	}
}

// argumentos gives the obligatory ones and some of the others. Of a page's four it
// mostly gives those that go together.
func (g *generator) arguments(defs []inputDef) string {
	var given []string
	left := []string{"last", "before"}
	if g.rand.IntN(2) == 0 {
		left = []string{"first", "after"}
	}
	for _, d := range defs {
		otherEnd := (d.Name == left[0] || d.Name == left[1]) && g.rand.IntN(30) > 0
		if d.required() && !g.fails() || !d.required() && !otherEnd && g.rand.IntN(2) == 0 {
			given = append(given, d.Name+": "+g.value(d))
		}
	}
	if len(defs) > 0 && g.fails() {
		given = append(given, "nada: 1")
	}
	if len(given) == 0 {
		return ""
	}
	return "(" + strings.Join(given, ", ") + ")"
}

func (g *generator) fails() bool { return g.rand.Float64() < g.badness }

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// value is a literal, or a variable that is declared and mostly given.
func (g *generator) value(d inputDef) string {
	v := g.make(d.Name, d.Type)
	if g.rand.IntN(3) > 0 {
		return literal(v)
	}
	name := g.name("v")
	g.declared = append(g.declared, "$"+name+": "+d.Type.text())
	if !g.fails() {
		g.variables[name] = asJSON(v)
	}
	return "$" + name
}

// noise are characters that mean something.
const noise = "{}()[]!:$@\"\\#.,=|& \n\t\x00\u2028ñ💥7-"

// corrupt changes a place of the text.
func (g *generator) corrupt(text string) string {
	r := []rune(text)
	i := g.rand.IntN(len(r))
	switch g.rand.IntN(5) {
	case 0:
		return string(r[:i])
	case 1:
		return string(r[:i]) + string(r[i+1:])
	case 2:
		n := []rune(noise)
		return string(r[:i]) + string(n[g.rand.IntN(len(n))]) + string(r[i:])
	case 3:
		j := min(len(r), i+g.rand.IntN(40))
		return string(r[:j]) + string(r[i:])
	default:
		words := strings.Fields(text)
		words[g.rand.IntN(len(words))] = "nada"
		return strings.Join(words, " ")
	}
}
