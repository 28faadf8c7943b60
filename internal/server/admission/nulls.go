package admission

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// checkNulls refuses a variable whose value is null where null is not allowed. Validation lets $c: Boolean = false into
// @skip(if: $c), because of its default; the execution must refuse null there (specification, 6.4.1). The executor panics
// in a directive, and takes null for zero elsewhere.
func checkNulls(opCtx *graphql.OperationContext) gqlerror.List {
	search := nullSearch{vars: opCtx.Variables, seen: map[*ast.FragmentDefinition]bool{}}
	if !search.hasNull() {
		return nil
	}
	search.directives(opCtx.Operation.Directives)
	search.set(opCtx.Operation.SelectionSet)
	v := search.found
	if v == nil {
		return nil
	}
	err := gqlerror.ErrorPathf(ast.Path{ast.PathName("variable"), ast.PathName(v.Raw)}, "must not be null where %s is expected", v.ExpectedType.String())
	return coded(err, errcode.ValidationFailed)
}

// nullSearch finds such a variable; it looks at each fragment once.
type nullSearch struct {
	vars  map[string]any
	seen  map[*ast.FragmentDefinition]bool
	found *ast.Value
}

func (n *nullSearch) hasNull() bool {
	for _, v := range n.vars {
		if v == nil {
			return true
		}
	}
	return false
}

func (n *nullSearch) set(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			n.directives(s.Directives)
			n.arguments(s.Arguments)
			n.set(s.SelectionSet)
		case *ast.InlineFragment:
			n.directives(s.Directives)
			n.set(s.SelectionSet)
		case *ast.FragmentSpread:
			n.directives(s.Directives)
			if !n.seen[s.Definition] {
				n.seen[s.Definition] = true
				n.set(s.Definition.SelectionSet)
			}
		}
	}
}

func (n *nullSearch) directives(list ast.DirectiveList) {
	for _, d := range list {
		n.arguments(d.Arguments)
	}
}

func (n *nullSearch) arguments(list ast.ArgumentList) {
	for _, a := range list {
		n.value(a.Value)
	}
}

func (n *nullSearch) value(v *ast.Value) {
	if sent, given := n.vars[v.Raw]; v.Kind == ast.Variable && given && sent == nil && v.ExpectedType != nil && v.ExpectedType.NonNull {
		n.found = v
	}
	for _, child := range v.Children {
		n.value(child.Value)
	}
}
