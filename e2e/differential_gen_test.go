package e2e_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// asked is an operation as a client sends it.
type asked struct {
	Query         string          `json:"query"`
	Variables     json.RawMessage `json:"variables,omitempty"`
	OperationName string          `json:"operationName,omitempty"`
}

// edges makes up documents from a schema that are valid, or wrong in some places.
type edges struct {
	*rand.Rand

	schema  *ast.Schema
	inputs  []string // types of input, by name
	outputs []string
	known   func(place, typeName string) string // a value for an argument or a member of an input; "": any good one
	barred  func(field string) bool             // fields that are not selected, as Query.carpeta

	// of the document at hand
	badness   float64
	names     int
	fields    int // still to be selected
	declared  []string
	given     []string
	fragments []string
	place     string // name of the argument or member whose value is made
}

func newEdges(seed uint64, schema *ast.Schema) *edges {
	e := &edges{Rand: rand.New(rand.NewPCG(seed, 0x65646765)), schema: schema}
	e.known, e.barred = func(string, string) string { return "" }, func(string) bool { return false }
	for name, def := range schema.Types {
		switch {
		case strings.HasPrefix(name, "__"):
		case def.IsInputType():
			e.inputs = append(e.inputs, name)
		default:
			e.outputs = append(e.outputs, name)
		}
	}
	slices.Sort(e.inputs)
	slices.Sort(e.outputs)
	return e
}

// fails says that something is to be wrong here.
func (e *edges) fails() bool { return e.Float64() < e.badness }

func (e *edges) often(percent int) bool { return e.IntN(100) < percent }

func oneOf[T any](e *edges, all ...T) T { return all[e.IntN(len(all))] }

func (e *edges) name(prefix string) string {
	e.names++
	return fmt.Sprint(prefix, e.names)
}

// next makes up a request.
func (e *edges) next() asked {
	e.badness, e.names, e.fields = oneOf(e, 0, 0, 0.01, 0.03, 0.1), 0, 2+e.IntN(20)
	e.given, e.fragments = nil, nil
	operations := []string{e.operation(oneOf(e, "", "A", "A"))}
	for e.often(10) {
		operations = append(operations, e.operation(oneOf(e, "B", "C", "D")))
	}
	if e.fails() {
		e.fragments = append(e.fragments, "fragment Unused on Query { __typename }")
	}
	a := asked{Query: strings.Join(append(operations, e.fragments...), " "), Variables: json.RawMessage("{" + strings.Join(slices.Compact(e.given), ",") + "}")}
	if len(operations) > 1 || e.often(5) {
		a.OperationName = oneOf(e, "A", "A", "A", "B", "Z")
	}
	return a
}

func (e *edges) operation(name string) string {
	e.declared = nil
	kind := ast.Query
	switch n := e.IntN(16); {
	case n == 0: // few: whoever runs them waits for their events
		kind = ast.Subscription
	case n < 5:
		kind = ast.Mutation
	}
	def := map[ast.Operation]*ast.Definition{ast.Query: e.schema.Query, ast.Mutation: e.schema.Mutation, ast.Subscription: e.schema.Subscription}[kind]
	count := 1
	if kind != ast.Subscription || e.fails() {
		count += e.IntN(3)
	}
	selection := e.selection(def, 5, count)
	if e.fails() { // one that nothing uses
		e.declare(ast.NamedType(oneOf(e, e.inputs...), nil))
	}
	head := string(kind) + " " + name
	if len(e.declared) > 0 {
		if e.fails() {
			e.declared = append(e.declared, e.declared[0])
		}
		head += "(" + strings.Join(e.declared, oneOf(e, ", ", " ")) + ")"
	}
	if e.fails() {
		head += e.directives() // skip and include have no place here
	}
	return head + " " + selection
}

// selection selects some fields of a type, and something below each.
func (e *edges) selection(def *ast.Definition, depth, count int) string {
	var parts []string
	for range count {
		parts = append(parts, e.selected(def, depth))
	}
	if e.fails() {
		parts = append(parts, oneOf(e, "nada", "__nada", "id { id }", "... on Nada { id }", "...Nada", "...", "{id}", "id: __typename", "a: id a: __typename"))
	}
	return "{ " + strings.Join(parts, " ") + " }"
}

func (e *edges) selected(def *ast.Definition, depth int) string {
	fields := slices.DeleteFunc(slices.Clone(def.Fields), func(f *ast.FieldDefinition) bool {
		return strings.HasPrefix(f.Name, "__") || e.barred(def.Name+"."+f.Name)
	})
	e.fields--
	switch {
	case e.fields < 0 || len(fields) == 0 && e.often(50) || e.often(3):
		return "__typename" + e.directives()
	case len(fields) == 0 || e.often(12):
		return e.condition(def, depth)
	default:
		return e.field(oneOf(e, fields...), depth)
	}
}

// condition is an inline fragment, or one that is spread.
func (e *edges) condition(def *ast.Definition, depth int) string {
	on := def
	if possible := e.schema.GetPossibleTypes(def); len(possible) > 0 {
		on = oneOf(e, possible...)
	}
	if e.fails() {
		on = e.schema.Types[oneOf(e, e.outputs...)]
	}
	below := e.selection(on, depth-1, 1+e.IntN(2))
	if e.often(50) {
		return "... on " + on.Name + e.directives() + " " + below
	}
	name := e.name("F")
	if e.fails() {
		name = "F1" // which may be there, or be this one's own
	}
	e.fragments = append(e.fragments, "fragment "+name+" on "+on.Name+" "+below)
	return "..." + name + e.directives()
}

func (e *edges) field(f *ast.FieldDefinition, depth int) string {
	text := f.Name
	if e.often(10) && !e.fails() || len(f.Arguments) > 0 && !e.fails() {
		text = e.name("a") + ": " + f.Name // two of one name could not be merged
	}
	text += e.arguments(f.Arguments) + e.directives()
	below := e.schema.Types[f.Type.Name()]
	switch {
	case below.IsLeafType() && !e.fails() || !below.IsLeafType() && e.fails():
		return text
	case below.IsLeafType():
		return text + " { id }"
	case depth <= 0:
		return text + " { __typename }"
	default:
		return text + " " + e.selection(below, depth-1, 1+e.IntN(3))
	}
}

// arguments gives the required ones and some of the others. Of a page's four it gives those that go together.
func (e *edges) arguments(defs ast.ArgumentDefinitionList) string {
	var all []string
	otherEnd := oneOf(e, []string{"first", "after"}, []string{"last", "before"})
	for _, d := range defs {
		required := d.Type.NonNull && d.DefaultValue == nil
		if e.place = d.Name; required && !e.fails() || !required && e.often(50) && (!slices.Contains(otherEnd, d.Name) || e.fails()) {
			all = append(all, d.Name+": "+e.input(d.Type))
		}
	}
	if len(all) > 0 && e.fails() {
		all = append(all, oneOf(e, "nada: 1", all[0]))
	}
	if len(all) == 0 {
		return ""
	}
	return "(" + strings.Join(all, ", ") + ")"
}

func (e *edges) directives() string {
	switch {
	case e.fails():
		return oneOf(e, " @nada", " @skip", " @include(if: 1)", " @skip(if: true) @skip(if: true)", " @include(si: true)", " @deprecated", " @ofEvent", " @include(if: null)", ` @specifiedBy(url: "x")`, " @oneOf", " @defer")
	case e.often(6):
		return " @" + oneOf(e, "skip", "include") + "(if: " + e.input(ast.NonNullNamedType("Boolean", nil)) + ")"
	default:
		return ""
	}
}
