package admission

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// BytesOfPrice is how large an answer is taken to be for each 1 of its price, a field: most are shorter. A longer name
// costs more.
const BytesOfPrice = 64

// tour counts what a document asks about the schema: each value of the answer, and its name and text by their
// length. The schema does not change, so the answer is known before it is asked for, and its size too. The
// library would write any number of them, and look at no deadline.
type tour struct {
	schema *ast.Schema
	left   int // of what the document may ask for; negative: it asks for too much
}

// tours are the prices of the fields that ask about the schema. What directives leave out is in them.
type tours map[*ast.Field]int

// tourBytes are kept for each of them.
const tourBytes = 64

// toursKey is where an operation has those of its document.
const toursKey = "esquema"

func (ts tours) beside(opCtx *graphql.OperationContext) {
	if len(ts) > 0 {
		opCtx.Stats.SetExtension(toursKey, ts)
	}
}

func toursBeside(opCtx *graphql.OperationContext) tours {
	ts, _ := opCtx.Stats.GetExtension(toursKey).(tours)
	return ts
}

// toursOf walks through what a validated document asks; false if all together cost more than most.
func toursOf(schema *ast.Schema, doc *ast.QueryDocument, most int) (tours, bool) {
	t, found := tour{schema, most}, tours{}
	for _, op := range doc.Operations {
		t.find(op.SelectionSet, found)
	}
	for _, f := range doc.Fragments {
		t.find(f.SelectionSet, found)
	}
	return found, t.left >= 0
}

func asksTooMuch(most int) *fault.Error {
	return tooComplex("Lo que la consulta pregunta del esquema cuesta más de %d.", most).WithRecuperacion("Pregunte menos, o en varias consultas.")
}

// find looks for the fields that ask, wherever they are; what a fragment has is looked at there.
func (t *tour) find(set ast.SelectionSet, found tours) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if s.Name != "__schema" && s.Name != "__type" {
				t.find(s.SelectionSet, found)
				continue
			}
			before := t.left
			t.root(s)
			found[s] = before - t.left
		case *ast.InlineFragment:
			t.find(s.SelectionSet, found)
		}
	}
}

func (t *tour) root(f *ast.Field) {
	t.take(f.Alias)
	if f.Name == "__schema" {
		t.set(f.SelectionSet, t.ofSchema)
		return
	}
	name := f.Arguments.ForName("name")
	if name != nil && name.Value.Kind == ast.StringValue {
		t.typ(f, introspection.WrapTypeFromDef(t.schema, t.schema.Types[name.Value.Raw]))
		return
	}
	for _, def := range t.schema.Types { // it could be any of them
		t.typ(f, introspection.WrapTypeFromDef(t.schema, def))
	}
}

// take counts a value with its name, or the text of one.
func (t *tour) take(name string) { t.left -= 1 + len(name)/BytesOfPrice }

func (t *tour) text(s *string) {
	if s != nil {
		t.left -= len(*s) / BytesOfPrice
	}
}

// set counts the fields of one object, until there is too much.
func (t *tour) set(set ast.SelectionSet, of func(*ast.Field)) {
	for _, s := range set {
		if t.left < 0 {
			return
		}
		switch s := s.(type) {
		case *ast.Field:
			t.take(s.Alias)
			of(s)
		case *ast.InlineFragment:
			t.set(s.SelectionSet, of)
		case *ast.FragmentSpread:
			t.set(s.Definition.SelectionSet, of)
		}
	}
}

func (t *tour) ofSchema(f *ast.Field) {
	s := introspection.WrapSchema(t.schema)
	switch f.Name {
	case "description":
		t.text(s.Description())
	case "types":
		t.types(f, s.Types())
	case "queryType":
		t.typ(f, s.QueryType())
	case "mutationType":
		t.typ(f, s.MutationType())
	case "subscriptionType":
		t.typ(f, s.SubscriptionType())
	case "directives":
		for _, d := range s.Directives() {
			t.set(f.SelectionSet, func(f *ast.Field) { t.ofDirective(f, &d) })
		}
	}
}

func (t *tour) types(f *ast.Field, all []introspection.Type) {
	for i := range all {
		t.typ(f, &all[i])
	}
}

// typ counts a type that may be nil.
func (t *tour) typ(f *ast.Field, typ *introspection.Type) {
	if typ != nil {
		t.set(f.SelectionSet, func(f *ast.Field) { t.ofType(f, typ) })
	}
}

func (t *tour) inputs(f *ast.Field, all []introspection.InputValue) {
	for i := range all {
		t.set(f.SelectionSet, func(f *ast.Field) { t.ofInput(f, &all[i]) })
	}
}

func (t *tour) ofType(f *ast.Field, typ *introspection.Type) {
	switch f.Name {
	case "name":
		t.text(typ.Name())
	case "description":
		t.text(typ.Description())
	case "ofType":
		t.typ(f, typ.OfType())
	case "interfaces":
		t.types(f, typ.Interfaces())
	case "possibleTypes":
		t.types(f, typ.PossibleTypes())
	case "inputFields":
		t.inputs(f, typ.InputFields())
	case "fields":
		for _, field := range typ.Fields(true) {
			t.set(f.SelectionSet, func(f *ast.Field) { t.ofField(f, &field) })
		}
	case "enumValues":
		for _, v := range typ.EnumValues(true) {
			t.set(f.SelectionSet, func(f *ast.Field) { t.ofEnumValue(f, &v) })
		}
	}
}

func (t *tour) ofField(f *ast.Field, field *introspection.Field) {
	switch f.Name {
	case "description":
		t.text(field.Description())
	case "deprecationReason":
		t.text(field.DeprecationReason())
	case "args":
		t.inputs(f, field.Args)
	case "type":
		t.typ(f, field.Type)
	}
}

func (t *tour) ofInput(f *ast.Field, v *introspection.InputValue) {
	switch f.Name {
	case "description":
		t.text(v.Description())
	case "deprecationReason":
		t.text(v.DeprecationReason())
	case "defaultValue":
		t.text(v.DefaultValue)
	case "type":
		t.typ(f, v.Type)
	}
}

func (t *tour) ofEnumValue(f *ast.Field, v *introspection.EnumValue) {
	switch f.Name {
	case "description":
		t.text(v.Description())
	case "deprecationReason":
		t.text(v.DeprecationReason())
	}
}

func (t *tour) ofDirective(f *ast.Field, d *introspection.Directive) {
	switch f.Name {
	case "description":
		t.text(d.Description())
	case "locations":
		t.left -= len(d.Locations)
	case "args":
		t.inputs(f, d.Args)
	}
}
