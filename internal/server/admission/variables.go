package admission

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// checkVariables holds variables to the types that literals are held to. The
// stock coercion takes "5" for an Int, any case for an enum, and anything at all
// for a custom scalar.
func checkVariables(schema *ast.Schema, opCtx *graphql.OperationContext) gqlerror.List {
	for _, d := range opCtx.Operation.VariableDefinitions {
		v, given := opCtx.Variables[d.Variable]
		if !given || v == nil || fits(schema, d.Type, v) {
			continue
		}
		err := gqlerror.ErrorPathf(ast.Path{ast.PathName("variable"), ast.PathName(d.Variable)}, "does not fit its type %s", d.Type.String())
		return coded(err, errcode.ValidationFailed)
	}
	return nil
}

func fits(schema *ast.Schema, typ *ast.Type, v any) bool {
	if v == nil {
		return !typ.NonNull
	}
	if typ.Elem != nil {
		return fitsList(schema, typ.Elem, v)
	}
	def := schema.Types[typ.NamedType]
	switch def.Kind {
	case ast.InputObject:
		return fitsObject(schema, def, v)
	case ast.Enum:
		name, ok := v.(string)
		return ok && def.EnumValues.ForName(name) != nil
	default:
		return fitsScalar(typ.NamedType, v)
	}
}

// fitsList: a single value stands for a list of one.
func fitsList(schema *ast.Schema, elem *ast.Type, v any) bool {
	list := reflect.ValueOf(v)
	if list.Kind() != reflect.Slice {
		return fits(schema, elem, v)
	}
	for i := range list.Len() {
		if !fits(schema, elem, list.Index(i).Interface()) {
			return false
		}
	}
	return true
}

func fitsObject(schema *ast.Schema, def *ast.Definition, v any) bool {
	object, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for name, value := range object {
		field := def.Fields.ForName(name)
		if field == nil || !fits(schema, field.Type, value) {
			return false
		}
	}
	return true
}

func fitsScalar(name string, v any) bool {
	switch name {
	case "Int":
		n, ok := whole(v)
		return ok && math.MinInt32 <= n && n <= math.MaxInt32
	case "Boolean":
		_, ok := v.(bool)
		return ok
	case "String":
		return isText(v)
	case "Float":
		return !isText(v) && reflect.ValueOf(v).Kind() != reflect.Bool
	case "ID":
		_, ok := whole(v)
		return ok || isText(v)
	default: // a custom scalar reads its own text; it is never a list or an object
		_, ok := v.(json.Number)
		_, number := whole(v)
		return ok || number || isText(v)
	}
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}

func whole(v any) (int64, bool) {
	switch n := v.(type) {
	case int64:
		return n, true
	case json.Number:
		i, err := strconv.ParseInt(string(n), 10, 64)
		return i, err == nil
	default:
		return 0, false
	}
}
