package engine

import (
	"crypto/sha256"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// question is what subscriptions ask of each event: an operation with the fragments
// that it spreads, and nothing else of the document that it came in. All that came with
// one text share one. It is never changed.
type question struct {
	key       questionKey
	doc       *ast.QueryDocument
	operation *ast.OperationDefinition
	shared    bool // the answer is the same for all who ask it
	bytes     int

	// guarded by questions
	users int
	held  quota.Reservation
}

type questionKey struct {
	document  [sha256.Size]byte
	operation string
}

// questions are those of the subscriptions under way, one of each.
type questions struct {
	budget *budget.Budget

	mu   sync.Mutex
	kept map[questionKey]*question
}

func newQuestions(b *budget.Budget) *questions {
	return &questions{budget: b, kept: map[questionKey]*question{}}
}

// of finds the question of an operation, or makes it, if there is room. Call leave when
// it is asked no more.
func (qs *questions) of(opCtx *graphql.OperationContext) (*question, *fault.Error) {
	key := questionKey{sha256.Sum256([]byte(opCtx.RawQuery)), strings.Clone(opCtx.Operation.Name)}
	qs.mu.Lock()
	defer qs.mu.Unlock()
	q, found := qs.kept[key]
	if !found {
		q = questionOf(key, opCtx.Operation)
		var full *fault.Error
		if q.held, full = qs.budget.KeepShared(q.bytes); full != nil {
			return nil, full
		}
		qs.kept[q.key] = q
	}
	q.users++
	return q, nil
}

// leave reports whether nobody asks it any more.
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

func questionOf(key questionKey, op *ast.OperationDefinition) *question {
	doc := prune(op)
	chosen := doc.Operations[0]
	return &question{key: key, doc: doc, operation: chosen, shared: sameForAll(chosen), bytes: admission.Weigh("", doc)}
}
