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
type introspectionWalk struct {
	schema *ast.Schema
	left   int // of what the document may ask for; negative: it asks for too much
}

// tours are the prices of the fields that ask about the schema. What directives leave out is in them.
type introspectionPrices map[*ast.Field]int

// tourBytes are kept for each of them.
const introspectionPriceBytes = 64

// toursKey is where an operation has those of its document.
const introspectionKey = "esquema"

func (ts introspectionPrices) attach(opCtx *graphql.OperationContext) {
	if len(ts) > 0 {
		opCtx.Stats.SetExtension(introspectionKey, ts)
	}
}

func introspectionPricesOf(opCtx *graphql.OperationContext) introspectionPrices {
	ts, _ := opCtx.Stats.GetExtension(introspectionKey).(introspectionPrices)
	return ts
}

// toursOf walks through what a validated document asks; false if all together cost more than most.
func priceIntrospection(schema *ast.Schema, doc *ast.QueryDocument, most int) (introspectionPrices, bool) {
	t, found := introspectionWalk{schema, most}, introspectionPrices{}
	for _, op := range doc.Operations {
		t.findRoots(op.SelectionSet, found)
	}
	for _, f := range doc.Fragments {
		t.findRoots(f.SelectionSet, found)
	}
	return found, t.left >= 0
}

func introspectionTooExpensive(most int) *fault.Error {
	return tooComplex("Lo que la consulta pregunta del esquema cuesta más de %d.", most).WithRecuperacion("Pregunte menos, o en varias consultas.")
}

// find looks for the fields that ask, wherever they are; what a fragment has is looked at there.
func (t *introspectionWalk) findRoots(set ast.SelectionSet, found introspectionPrices) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if s.Name != "__schema" && s.Name != "__type" {
				t.findRoots(s.SelectionSet, found)
				continue
			}
			before := t.left
			t.priceRoot(s)
			found[s] = before - t.left
		case *ast.InlineFragment:
			t.findRoots(s.SelectionSet, found)
		}
	}
}

func (t *introspectionWalk) priceRoot(f *ast.Field) {
	t.countField(f.Alias)
	if f.Name == "__schema" {
		t.fields(f.SelectionSet, t.schemaField)
		return
	}
	name := f.Arguments.ForName("name")
	if name != nil && name.Value.Kind == ast.StringValue {
		t.typeFields(f, introspection.WrapTypeFromDef(t.schema, t.schema.Types[name.Value.Raw]))
		return
	}
	for _, def := range t.schema.Types { // it could be any of them
		t.typeFields(f, introspection.WrapTypeFromDef(t.schema, def))
	}
}

// take counts a value with its name, or the text of one.
func (t *introspectionWalk) countField(name string) { t.left -= 1 + len(name)/BytesOfPrice }

func (t *introspectionWalk) countText(s *string) {
	if s != nil {
		t.left -= len(*s) / BytesOfPrice
	}
}

// set counts the fields of one object, until there is too much.
func (t *introspectionWalk) fields(fields ast.SelectionSet, of func(*ast.Field)) {
	for _, s := range fields {
		if t.left < 0 {
			return
		}
		switch s := s.(type) {
		case *ast.Field:
			t.countField(s.Alias)
			of(s)
		case *ast.InlineFragment:
			t.fields(s.SelectionSet, of)
		case *ast.FragmentSpread:
			t.fields(s.Definition.SelectionSet, of)
		}
	}
}

func (t *introspectionWalk) schemaField(f *ast.Field) {
	s := introspection.WrapSchema(t.schema)
	switch f.Name {
	case "description":
		t.countText(s.Description())
	case "types":
		t.typeList(f, s.Types())
	case "queryType":
		t.typeFields(f, s.QueryType())
	case "mutationType":
		t.typeFields(f, s.MutationType())
	case "subscriptionType":
		t.typeFields(f, s.SubscriptionType())
	case "directives":
		for _, d := range s.Directives() {
			t.fields(f.SelectionSet, func(f *ast.Field) { t.directiveField(f, &d) })
		}
	}
}

func (t *introspectionWalk) typeList(f *ast.Field, all []introspection.Type) {
	for i := range all {
		t.typeFields(f, &all[i])
	}
}

// typ counts a type that may be nil.
func (t *introspectionWalk) typeFields(f *ast.Field, typeFields *introspection.Type) {
	if typeFields != nil {
		t.fields(f.SelectionSet, func(f *ast.Field) { t.typeField(f, typeFields) })
	}
}

func (t *introspectionWalk) inputFields(f *ast.Field, all []introspection.InputValue) {
	for i := range all {
		t.fields(f.SelectionSet, func(f *ast.Field) { t.inputField(f, &all[i]) })
	}
}

func (t *introspectionWalk) typeField(f *ast.Field, typ *introspection.Type) {
	switch f.Name {
	case "name":
		t.countText(typ.Name())
	case "description":
		t.countText(typ.Description())
	case "ofType":
		t.typeFields(f, typ.OfType())
	case "interfaces":
		t.typeList(f, typ.Interfaces())
	case "possibleTypes":
		t.typeList(f, typ.PossibleTypes())
	case "inputFields":
		t.inputFields(f, typ.InputFields())
	case "fields":
		for _, field := range typ.Fields(true) {
			t.fields(f.SelectionSet, func(f *ast.Field) { t.fieldField(f, &field) })
		}
	case "enumValues":
		for _, v := range typ.EnumValues(true) {
			t.fields(f.SelectionSet, func(f *ast.Field) { t.enumValueField(f, &v) })
		}
	}
}

func (t *introspectionWalk) fieldField(f *ast.Field, field *introspection.Field) {
	switch f.Name {
	case "description":
		t.countText(field.Description())
	case "deprecationReason":
		t.countText(field.DeprecationReason())
	case "args":
		t.inputFields(f, field.Args)
	case "type":
		t.typeFields(f, field.Type)
	}
}

func (t *introspectionWalk) inputField(f *ast.Field, v *introspection.InputValue) {
	switch f.Name {
	case "description":
		t.countText(v.Description())
	case "deprecationReason":
		t.countText(v.DeprecationReason())
	case "defaultValue":
		t.countText(v.DefaultValue)
	case "type":
		t.typeFields(f, v.Type)
	}
}

func (t *introspectionWalk) enumValueField(f *ast.Field, v *introspection.EnumValue) {
	switch f.Name {
	case "description":
		t.countText(v.Description())
	case "deprecationReason":
		t.countText(v.DeprecationReason())
	}
}

func (t *introspectionWalk) directiveField(f *ast.Field, d *introspection.Directive) {
	switch f.Name {
	case "description":
		t.countText(d.Description())
	case "locations":
		t.left -= len(d.Locations)
	case "args":
		t.inputFields(f, d.Args)
	}
}
