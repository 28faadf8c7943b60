package batch

import "context"

// Result is the answer for one key.
type Result[V any] struct {
	Value V // the zero value beside an error
	Err   error
}

// Lookup says how things are read by their keys, many in one call.
type Lookup[K comparable, V any] struct {
	// Refuse is the answer for a key without a read; nil: the key is read.
	Refuse func(K) error
	// Read returns what there is, in any order. Its error is the answer for all keys.
	Read func(ctx context.Context, keys []K) ([]V, error)
	Key  func(V) K
	// Absent is the answer for a key without a value.
	Absent error
}

// All answers for each key, in the order of the keys. It reads once, and each key
// once; with no key to ask for it does not read.
func (l Lookup[K, V]) All(ctx context.Context, keys []K) []Result[V] {
	answers := make(map[K]Result[V], len(keys))
	wanted := l.refuse(keys, answers)
	if len(wanted) > 0 {
		found, err := l.Read(ctx, wanted)
		if err != nil {
			found = nil
		} else {
			err = l.Absent
		}
		for _, k := range wanted {
			answers[k] = Result[V]{Err: err}
		}
		for _, v := range found {
			answers[l.Key(v)] = Result[V]{Value: v}
		}
	}
	results := make([]Result[V], len(keys))
	for i, k := range keys {
		results[i] = answers[k]
	}
	return results
}

// refuse answers for the keys that are not asked for, and returns the others, each once.
func (l Lookup[K, V]) refuse(keys []K, answers map[K]Result[V]) (wanted []K) {
	for _, k := range keys {
		if _, twice := answers[k]; twice {
			continue
		}
		var err error
		if l.Refuse != nil {
			err = l.Refuse(k)
		}
		if err == nil {
			wanted = append(wanted, k)
		}
		answers[k] = Result[V]{Err: err}
	}
	return wanted
}

// Check lets only pass what check has nothing against.
func Check[V any](results []Result[V], check func(V) error) []Result[V] {
	for i, r := range results {
		if r.Err == nil {
			if err := check(r.Value); err != nil {
				results[i] = Result[V]{Err: err}
			}
		}
	}
	return results
}
