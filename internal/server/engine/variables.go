package engine

import (
	"encoding/json"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// variable is the value of a variable, or its default.
type variable struct {
	name  string
	value any
}

// Bytes of a variable, and of each value in it, beside its text.
const (
	variableBytes = 64
	elementBytes  = 48
)

// variablesOf copies the values of an operation's variables, and returns their size. A default that was not copied would keep
// the document in memory.
func variablesOf(op *ast.OperationDefinition, values map[string]any) (all []variable, bytes int) {
	for _, d := range op.VariableDefinitions {
		value, given := values[d.Variable]
		if !given {
			continue
		}
		own, size := copyOf(value)
		all = append(all, variable{d.Variable, own})
		bytes += variableBytes + size
	}
	return all, bytes
}

// copyOf copies a value of JSON, and returns its size.
func copyOf(value any) (own any, bytes int) {
	switch v := value.(type) {
	case string:
		return strings.Clone(v), elementBytes + len(v)
	case json.Number:
		return json.Number(strings.Clone(string(v))), elementBytes + len(v)
	case []any:
		list, bytes := make([]any, len(v)), elementBytes
		for i := range v {
			var size int
			list[i], size = copyOf(v[i])
			bytes += size
		}
		return list, bytes
	case map[string]any:
		object, bytes := make(map[string]any, len(v)), 2*elementBytes
		for name, member := range v {
			copied, size := copyOf(member)
			object[strings.Clone(name)] = copied
			bytes += elementBytes + len(name) + size
		}
		return object, bytes
	default:
		return v, elementBytes
	}
}
