package outbox

import "slices"

// turns is deficit round-robin over the operadores: in every round each gets its
// quantum. If room was missing it keeps the rest; the part that it had no work
// for it loses. One with 100,000 pending deletions delays another's single one by
// no more than one round.
type turns struct {
	quantum int
	weights weights
	deficit map[string]int
	first   string // who began the last round; the next one begins after it
}

func newTurns(quantum int, weights map[string]int) *turns {
	return &turns{quantum: max(quantum, 1), weights: weights, deficit: map[string]int{}}
}

// round starts a round: the order rotates, and every deficit grows.
func (t *turns) round(operadores []string) []string {
	order := slices.Sorted(slices.Values(operadores))
	if len(order) == 0 {
		return nil
	}
	at, found := slices.BinarySearch(order, t.first)
	if found {
		at++
	}
	at %= len(order)
	order = append(order[at:len(order):len(order)], order[:at]...)
	t.first = order[0]
	for _, o := range order {
		grant := t.quantum * t.weights.of(o)
		t.deficit[o] = min(t.deficit[o]+grant, 2*grant)
	}
	return order
}

// share is the part that an operador may take in this round.
func (t *turns) share(operadorID string) int { return t.deficit[operadorID] }

// spend books the part that it took; idle means that it had no more work.
func (t *turns) spend(operadorID string, n int, idle bool) {
	t.deficit[operadorID] -= n
	if idle {
		t.deficit[operadorID] = 0
	}
}
