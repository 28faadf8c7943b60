package admission

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// neverNull are the variables of each operation that stand where no null may be, with the type of the place.
type neverNull map[*ast.OperationDefinition]map[string]*ast.Type

// neverNullIn finds them in a validated document. Validation lets $c: Boolean = false into @skip(if: $c), because of its
// default.
func neverNullIn(schema *ast.Schema, doc *ast.QueryDocument) neverNull {
	found, observers := neverNull{}, &core.Events{}
	observers.OnValue(func(w *core.Walker, v *ast.Value) {
		if w.CurrentOperation == nil || v.Kind != ast.Variable || v.ExpectedType == nil || !v.ExpectedType.NonNull {
			return
		}
		if found[w.CurrentOperation] == nil {
			found[w.CurrentOperation] = map[string]*ast.Type{}
		}
		found[w.CurrentOperation][v.Raw] = v.ExpectedType
	})
	core.Walk(schema, doc, observers)
	return found
}

// check refuses a variable whose value is null in such a place, as the specification wants it (6.4.1). The executor panics
// in a directive, and takes null for zero elsewhere.
func (n neverNull) check(opCtx *graphql.OperationContext) gqlerror.List {
	for name, typ := range n[opCtx.Operation] {
		if sent, given := opCtx.Variables[name]; given && sent == nil {
			err := gqlerror.ErrorPathf(ast.Path{ast.PathName("variable"), ast.PathName(name)}, "must not be null where %s is expected", typ.String())
			return coded(err, errcode.ValidationFailed)
		}
	}
	return nil
}
