package admission

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// BytesOfPrice is the size of an answer for each 1 of its price, the price of a field: most fields are shorter. A longer
// name costs more.
const BytesOfPrice = 64

// schemaLists are how many elements the fields of introspection have: each element is one more value of the answer. The
// library would write an answer of any size, and check no deadline meanwhile. Its validation allows two lists of a type in
// each other, so that the mean of a list is near what it has there.
type schemaLists struct {
	mean map[string]float64
	most map[string]float64 // of the type that __type names
}

// The share of types that are wrapped in another one, and the price of a description: it is as long as three names.
const (
	wrapped     = 0.5
	description = 3
)

// listsOf counts a schema.
func listsOf(schema *ast.Schema) schemaLists {
	sum, l := map[string]float64{}, schemaLists{map[string]float64{}, map[string]float64{}}
	for _, t := range schema.Types {
		fields := "fields"
		if t.Kind == ast.InputObject {
			fields = "inputFields"
		}
		for name, n := range map[string]int{
			fields: len(t.Fields), "enumValues": len(t.EnumValues), "interfaces": len(t.Interfaces), "possibleTypes": len(schema.GetPossibleTypes(t)),
		} {
			sum[name] += float64(n)
			l.most[name] = max(l.most[name], float64(n))
		}
		for _, f := range t.Fields {
			sum["args"] += float64(len(f.Arguments))
		}
	}
	types := float64(len(schema.Types))
	for name := range l.most {
		l.mean[name] = sum[name] / types
	}
	l.mean["args"] = sum["args"] / sum["fields"]
	l.mean["types"], l.mean["directives"], l.mean["ofType"] = types, float64(len(schema.Directives)), wrapped
	return l
}

// priceOf is the price of __schema or __type. The document was measured, so that the walk is bounded.
func (l schemaLists) priceOf(root *ast.Field) int {
	below := l.mean
	if root.Name == "__type" {
		below = l.most
	}
	return int(namePrice(root) + l.set(root.SelectionSet, below))
}

func (l schemaLists) set(set ast.SelectionSet, sizes map[string]float64) (price float64) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			elements, isList := sizes[s.Name]
			if !isList {
				elements = 1
			}
			price += namePrice(s) + elements*l.set(s.SelectionSet, l.mean)
			if s.Name == "description" || strings.HasSuffix(s.Name, "Reason") {
				price += description - 1
			}
		case *ast.InlineFragment:
			price += l.set(s.SelectionSet, sizes)
		case *ast.FragmentSpread:
			price += l.set(s.Definition.SelectionSet, sizes)
		}
	}
	return price
}

func namePrice(f *ast.Field) float64 { return float64(1 + len(f.Alias)/BytesOfPrice) }

func introspectionTooExpensive(most int) *fault.Error {
	return tooComplex("Lo que la consulta pregunta del esquema cuesta más de %d.", most).WithRecuperacion("Pregunte menos, o en varias consultas.")
}
