package graph_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
)

// costDirectives are those of the GraphQL Cost Directives specification (IBM), as far as the server's prices need them.
const costDirectives = `
"What the field costs of the caller's budget, if that is more than 1 (GraphQL Cost Directives). An operation costs 50 besides. What is priced for each element of its input says so in slicingArguments."
directive @cost(
  "An integer."
  weight: String!
) on FIELD_DEFINITION
"How many elements the field has: what is below them is paid for each (GraphQL Cost Directives)."
directive @listSize(
  "If no slicing argument is given."
  assumedSize: Int
  "The arguments that say how many, or that are a list of as many."
  slicingArguments: [String!]
  "The fields of the answer that have so many."
  sizedFields: [String!]
  "Always false: without a slicing argument, assumedSize holds."
  requireOneSlicingArgument: Boolean = true
) on FIELD_DEFINITION
`

// printed is the schema as clients see it: without the directives that only the server reads, and with its prices as
// directives that other tools know.
func printed(t *testing.T) []byte {
	t.Helper()
	var whole bytes.Buffer
	formatter.NewFormatter(&whole).FormatSchema(schema())
	s, err := gqlparser.LoadSchema(&ast.Source{Input: whole.String()}, &ast.Source{Input: costDirectives})
	if err != nil {
		t.Fatal(err)
	}
	internal := []string{"ofEvent", "ofCaller", "price", "pages", "walks"}
	for _, name := range internal {
		delete(s.Directives, name)
	}
	isInternal := func(d *ast.Directive) bool { return slices.Contains(internal, d.Name) }
	for _, def := range s.Types {
		for _, f := range def.Fields {
			var public ast.DirectiveList
			if def.Kind != ast.InputObject {
				public = prices(f)
			}
			f.Directives = append(slices.DeleteFunc(f.Directives, isInternal), public...)
			for _, a := range f.Arguments {
				a.Directives = slices.DeleteFunc(a.Directives, isInternal)
			}
		}
		def.Directives = slices.DeleteFunc(def.Directives, isInternal)
	}
	var public bytes.Buffer
	formatter.NewFormatter(&public, formatter.WithIndent("  ")).FormatSchema(s)
	return public.Bytes()
}

// manyIDs are the mutations with a result for each id of their input.
var manyIDs = map[string]string{"eliminarDocumentos": "input.documentoIds", "borrarYa": "input.eventoIds"}

// prices says in public directives what internal/server/admission charges for a field.
func prices(f *ast.FieldDefinition) (all ast.DirectiveList) {
	if d := f.Directives.ForName("price"); d != nil {
		weight, _ := strconv.Atoi(d.Arguments.ForName("cost").Value.Raw)
		if each := d.Arguments.ForName("each"); each != nil {
			all = append(all, directive("listSize", texts("slicingArguments", "input."+each.Value.Raw), optional()))
		} else {
			weight++ // the field itself
		}
		all = append(all, directive("cost", arg("weight", ast.StringValue, strconv.Itoa(weight))))
	}
	switch {
	case manyIDs[f.Name] != "":
		all = append(all, directive("listSize", texts("slicingArguments", manyIDs[f.Name]), texts("sizedFields", "resultados"), optional()))
	case strings.HasSuffix(f.Type.Name(), "Connection"):
		usual := strconv.Itoa(relay.DefaultPage)
		if d := f.Directives.ForName("pages"); d != nil {
			usual = d.Arguments.ForName("default").Value.Raw
		}
		all = append(all, directive("listSize", arg("assumedSize", ast.IntValue, usual), texts("slicingArguments", "first", "last"), texts("sizedFields", "edges", "nodes"), optional()))
	case f.Type.Elem == nil, slices.Contains([]string{"edges", "nodes", "resultados"}, f.Name) && f.Arguments == nil:
	case f.Arguments.ForName("ids") != nil:
		all = append(all, directive("listSize", texts("slicingArguments", "ids"), optional()))
	default:
		all = append(all, directive("listSize", arg("assumedSize", ast.IntValue, strconv.Itoa(admission.ListPrice))))
	}
	return all
}

func directive(name string, args ...*ast.Argument) *ast.Directive {
	return &ast.Directive{Name: name, Arguments: args}
}

func arg(name string, kind ast.ValueKind, raw string) *ast.Argument {
	return &ast.Argument{Name: name, Value: &ast.Value{Kind: kind, Raw: raw}}
}

func optional() *ast.Argument { return arg("requireOneSlicingArgument", ast.BooleanValue, "false") }

func texts(name string, ss ...string) *ast.Argument {
	list := &ast.Value{Kind: ast.ListValue}
	for _, s := range ss {
		list.Children = append(list.Children, &ast.ChildValue{Value: &ast.Value{Kind: ast.StringValue, Raw: s}})
	}
	return &ast.Argument{Name: name, Value: list}
}
