package admission

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// BytesOfPrice is the size of an answer for each 1 of its price, the price of a field: most fields are shorter. A longer
// name costs more.
const BytesOfPrice = 64

// introspectionWalk prices what a document asks about the schema: each value of the answer costs 1, and long names and texts
// cost more. The schema does not change, so the size of the answer is known before the document runs. The library would
// write an answer of any size, and check no deadline meanwhile.
type introspectionWalk struct {
	schema *ast.Schema
	left   int // of the price that the document may have; negative: it asks for too much
}

// introspectionPrices are the prices of the fields __schema and __type of a document. Fields that a directive leaves out are
// paid too.
type introspectionPrices map[*ast.Field]int

const (
	introspectionPriceBytes = 64        // of memory, for each of them
	introspectionKey        = "esquema" // under which an operation has those of its document
)

func (ps introspectionPrices) attach(opCtx *graphql.OperationContext) {
	if len(ps) > 0 {
		opCtx.Stats.SetExtension(introspectionKey, ps)
	}
}

func introspectionPricesOf(opCtx *graphql.OperationContext) introspectionPrices {
	ps, _ := opCtx.Stats.GetExtension(introspectionKey).(introspectionPrices)
	return ps
}

// priceIntrospection prices a validated document; false if all its fields together cost more than most.
func priceIntrospection(schema *ast.Schema, doc *ast.QueryDocument, most int) (introspectionPrices, bool) {
	w, found := introspectionWalk{schema, most}, introspectionPrices{}
	for _, op := range doc.Operations {
		w.findRoots(op.SelectionSet, found)
	}
	for _, f := range doc.Fragments {
		w.findRoots(f.SelectionSet, found)
	}
	return found, w.left >= 0
}

func introspectionTooExpensive(most int) *fault.Error {
	return tooComplex("Lo que la consulta pregunta del esquema cuesta más de %d.", most).WithRecuperacion("Pregunte menos, o en varias consultas.")
}

// findRoots finds the fields __schema and __type. It does not follow spreads: each fragment is walked once, by itself.
func (w *introspectionWalk) findRoots(set ast.SelectionSet, found introspectionPrices) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if s.Name != "__schema" && s.Name != "__type" {
				w.findRoots(s.SelectionSet, found)
				continue
			}
			before := w.left
			w.priceRoot(s)
			found[s] = before - w.left
		case *ast.InlineFragment:
			w.findRoots(s.SelectionSet, found)
		}
	}
}

func (w *introspectionWalk) priceRoot(f *ast.Field) {
	w.countField(f.Alias)
	if f.Name == "__schema" {
		w.fields(f.SelectionSet, w.schemaField)
		return
	}
	name := f.Arguments.ForName("name")
	if name != nil && name.Value.Kind == ast.StringValue {
		w.typeFields(f, introspection.WrapTypeFromDef(w.schema, w.schema.Types[name.Value.Raw]))
		return
	}
	for _, def := range w.schema.Types { // a variable: it could be any of them
		w.typeFields(f, introspection.WrapTypeFromDef(w.schema, def))
	}
}

func (w *introspectionWalk) countField(name string) { w.left -= 1 + len(name)/BytesOfPrice }

func (w *introspectionWalk) countText(s *string) {
	if s != nil {
		w.left -= len(*s) / BytesOfPrice
	}
}

// fields counts the fields of one object, until there are too many.
func (w *introspectionWalk) fields(fields ast.SelectionSet, of func(*ast.Field)) {
	for _, s := range fields {
		if w.left < 0 {
			return
		}
		switch s := s.(type) {
		case *ast.Field:
			w.countField(s.Alias)
			of(s)
		case *ast.InlineFragment:
			w.fields(s.SelectionSet, of)
		case *ast.FragmentSpread:
			w.fields(s.Definition.SelectionSet, of)
		}
	}
}

func (w *introspectionWalk) schemaField(f *ast.Field) {
	s := introspection.WrapSchema(w.schema)
	switch f.Name {
	case "description":
		w.countText(s.Description())
	case "types":
		w.typeList(f, s.Types())
	case "queryType":
		w.typeFields(f, s.QueryType())
	case "mutationType":
		w.typeFields(f, s.MutationType())
	case "subscriptionType":
		w.typeFields(f, s.SubscriptionType())
	case "directives":
		for _, d := range s.Directives() {
			w.fields(f.SelectionSet, func(f *ast.Field) { w.directiveField(f, &d) })
		}
	}
}

func (w *introspectionWalk) typeList(f *ast.Field, all []introspection.Type) {
	for i := range all {
		w.typeFields(f, &all[i])
	}
}

// typeFields counts a type, which may be nil.
func (w *introspectionWalk) typeFields(f *ast.Field, typ *introspection.Type) {
	if typ != nil {
		w.fields(f.SelectionSet, func(f *ast.Field) { w.typeField(f, typ) })
	}
}

func (w *introspectionWalk) inputFields(f *ast.Field, all []introspection.InputValue) {
	for i := range all {
		w.fields(f.SelectionSet, func(f *ast.Field) { w.inputField(f, &all[i]) })
	}
}

func (w *introspectionWalk) typeField(f *ast.Field, typ *introspection.Type) {
	switch f.Name {
	case "name":
		w.countText(typ.Name())
	case "description":
		w.countText(typ.Description())
	case "ofType":
		w.typeFields(f, typ.OfType())
	case "interfaces":
		w.typeList(f, typ.Interfaces())
	case "possibleTypes":
		w.typeList(f, typ.PossibleTypes())
	case "inputFields":
		w.inputFields(f, typ.InputFields())
	case "fields":
		for _, field := range typ.Fields(true) {
			w.fields(f.SelectionSet, func(f *ast.Field) { w.fieldField(f, &field) })
		}
	case "enumValues":
		for _, v := range typ.EnumValues(true) {
			w.fields(f.SelectionSet, func(f *ast.Field) { w.enumValueField(f, &v) })
		}
	}
}

func (w *introspectionWalk) fieldField(f *ast.Field, field *introspection.Field) {
	switch f.Name {
	case "description":
		w.countText(field.Description())
	case "deprecationReason":
		w.countText(field.DeprecationReason())
	case "args":
		w.inputFields(f, field.Args)
	case "type":
		w.typeFields(f, field.Type)
	}
}

func (w *introspectionWalk) inputField(f *ast.Field, v *introspection.InputValue) {
	switch f.Name {
	case "description":
		w.countText(v.Description())
	case "deprecationReason":
		w.countText(v.DeprecationReason())
	case "defaultValue":
		w.countText(v.DefaultValue)
	case "type":
		w.typeFields(f, v.Type)
	}
}

func (w *introspectionWalk) enumValueField(f *ast.Field, v *introspection.EnumValue) {
	switch f.Name {
	case "description":
		w.countText(v.Description())
	case "deprecationReason":
		w.countText(v.DeprecationReason())
	}
}

func (w *introspectionWalk) directiveField(f *ast.Field, d *introspection.Directive) {
	switch f.Name {
	case "description":
		w.countText(d.Description())
	case "locations":
		w.left -= len(d.Locations)
	case "args":
		w.inputFields(f, d.Args)
	}
}
