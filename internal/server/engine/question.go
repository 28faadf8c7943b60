package engine

import (
	"crypto/sha256"
	"encoding/json"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// question is what subscriptions ask of each event: an operation of a document. Subscriptions with the same text share one,
// and nobody changes it.
type question struct {
	key       questionKey
	doc       *ast.QueryDocument
	operation *ast.OperationDefinition
	shared    bool // its answers are the same for all subscribers
	bytes     int

	// guarded by questions
	users int
	held  quota.Reservation
}

type questionKey struct {
	document  [sha256.Size]byte
	operation string
}

// questions has the questions of all open subscriptions.
type questions struct {
	budget *budget.Budget

	mu   sync.Mutex
	kept map[questionKey]*question
}

func newQuestions(b *budget.Budget) *questions {
	return &questions{budget: b, kept: map[questionKey]*question{}}
}

// of finds the question of an operation, or makes it, if there is room. Call leave when the subscription ends.
func (qs *questions) of(opCtx *graphql.OperationContext) (*question, *fault.Error) {
	key := questionKey{sha256.Sum256([]byte(opCtx.RawQuery)), opCtx.Operation.Name}
	qs.mu.Lock()
	defer qs.mu.Unlock()
	q, found := qs.kept[key]
	if !found {
		q = &question{
			key: key, doc: opCtx.Doc, operation: opCtx.Operation, shared: sameForAll(opCtx.Operation), bytes: admission.Weigh(opCtx.RawQuery),
		}
		var full *fault.Error
		if q.held, full = qs.budget.KeepShared(q.bytes); full != nil {
			return nil, full
		}
		qs.kept[q.key] = q
	}
	q.users++
	return q, nil
}

// leave reports whether no other subscription has the question.
func (qs *questions) leave(q *question) (last bool) {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	if q.users--; q.users > 0 {
		return false
	}
	q.held.Release()
	delete(qs.kept, q.key)
	return true
}

// ofEvent is the schema's directive for a field whose value comes from the event alone. A test of package graph makes sure
// that every field that a subscription can reach declares whether that is so.
const ofEvent = "ofEvent"

// sameForAll reports whether the answer to an event depends on the event alone. The arguments of the root field only chose
// the stream.
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

// variablesOf are the values of an operation's variables, and their size.
func variablesOf(op *ast.OperationDefinition, values map[string]any) (all []variable, bytes int) {
	for _, d := range op.VariableDefinitions {
		if value, given := values[d.Variable]; given {
			all = append(all, variable{d.Variable, value})
			bytes += variableBytes + sizeOf(value)
		}
	}
	return all, bytes
}

// sizeOf is the size of a value of JSON.
func sizeOf(value any) (bytes int) {
	bytes = elementBytes
	switch v := value.(type) {
	case string:
		bytes += len(v)
	case json.Number:
		bytes += len(v)
	case []any:
		for _, element := range v {
			bytes += sizeOf(element)
		}
	case map[string]any:
		bytes += elementBytes
		for name, member := range v {
			bytes += elementBytes + len(name) + sizeOf(member)
		}
	}
	return bytes
}
