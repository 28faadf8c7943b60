package engine

import "github.com/vektah/gqlparser/v2/ast"

// ofEvent is the schema's declaration of a field whose value comes from the event
// alone. Every field that a subscription can reach declares it, or that it does not
// (a test of package graph).
const ofEvent = "ofEvent"

// sameForAll reports whether the answer to an event depends on the event alone.
// The arguments of the root field chose the stream and say no more.
func sameForAll(op *ast.OperationDefinition) bool {
	for _, s := range op.SelectionSet {
		root, ok := s.(*ast.Field)
		if !ok || len(root.Directives) > 0 || !allOfEvent(root.SelectionSet) {
			return false
		}
	}
	return true
}

func allOfEvent(set ast.SelectionSet) bool {
	for _, s := range set {
		ok := false
		switch s := s.(type) {
		case *ast.Field:
			ok = len(s.Directives) == 0 && len(s.Arguments) == 0 && isOfEvent(s) && allOfEvent(s.SelectionSet)
		case *ast.InlineFragment:
			ok = len(s.Directives) == 0 && allOfEvent(s.SelectionSet)
		case *ast.FragmentSpread:
			ok = len(s.Directives) == 0 && allOfEvent(s.Definition.SelectionSet)
		}
		if !ok {
			return false
		}
	}
	return true
}

func isOfEvent(f *ast.Field) bool {
	return f.Name == "__typename" || f.Definition.Directives.ForName(ofEvent) != nil
}
