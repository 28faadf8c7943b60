package engine

import (
	"github.com/99designs/gqlgen/graphql"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// answers keeps what was answered to an event, for all who ask the same of it: ten
// thousand who watch one deletion cost one execution.
type answers struct{ *lru.Cache[answerKey, *Answer] }

// Answer is a response to an event, encoded once for all who get it.
type Answer struct {
	*graphql.Response

	JSON []byte
}

// answerKey: all who send the same text share a question, and followers of one deletion
// share what they know of it, so the same pointers mean the same question about the
// same thing.
type answerKey struct {
	question *question
	event    *eliminacion.Eliminacion
}

// maxAnswers are those of the newest events.
const maxAnswers = 256

func newAnswers() *answers {
	kept, _ := lru.New[answerKey, *Answer](maxAnswers) // fails for a size of 0 only
	return &answers{kept}
}

// put keeps a whole answer; nobody may change it any more.
func (c *answers) put(k answerKey, resp *Answer) {
	if len(resp.Errors) == 0 {
		c.Add(k, resp)
	}
}

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
