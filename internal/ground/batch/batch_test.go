package batch_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var (
	errRefused = errors.New("refused")
	errAbsent  = errors.New("absent")
	errDown    = errors.New("down")
)

type thing struct {
	Key  string
	Size int
}

// shelf is a store of things; it remembers the questions.
type shelf struct {
	things []thing
	err    error
	asked  [][]string
}

func (s *shelf) read(_ context.Context, keys []string) ([]thing, error) {
	s.asked = append(s.asked, keys)
	return s.things, s.err
}

func (s *shelf) lookup() batch.Lookup[string, thing] {
	return batch.Lookup[string, thing]{
		Refuse: func(k string) error {
			if k == "bad" {
				return errRefused
			}
			return nil
		},
		Read: s.read, Key: func(t thing) string { return t.Key }, Absent: errAbsent,
	}
}

func TestEachKeyHasItsAnswer(t *testing.T) {
	a, b := thing{"a", 1}, thing{"b", 2}
	cases := map[string]struct {
		shelf shelf
		keys  []string
		want  []batch.Result[thing]
		asked [][]string
	}{
		"in the order of the keys": {
			shelf{things: []thing{b, a}}, []string{"a", "none", "b"}, []batch.Result[thing]{{Value: a}, {Err: errAbsent}, {Value: b}}, [][]string{{"a", "none", "b"}},
		},
		"a key twice is read once": {
			shelf{things: []thing{a}}, []string{"a", "a"}, []batch.Result[thing]{{Value: a}, {Value: a}}, [][]string{{"a"}},
		},
		"a refused key is not read": {
			shelf{things: []thing{a}}, []string{"bad", "a"}, []batch.Result[thing]{{Err: errRefused}, {Value: a}}, [][]string{{"a"}},
		},
		"nothing to ask for": {
			shelf{}, []string{"bad"}, []batch.Result[thing]{{Err: errRefused}}, nil,
		},
		"a failure is for all": {
			shelf{things: []thing{a}, err: errDown}, []string{"a", "bad", "b"}, []batch.Result[thing]{{Err: errDown}, {Err: errRefused}, {Err: errDown}}, [][]string{{"a", "b"}},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := tc.shelf.lookup().All(t.Context(), tc.keys)
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateErrors()); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.asked, tc.shelf.asked); diff != "" {
				t.Errorf("asked for (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckTakesTheValueAway(t *testing.T) {
	got := batch.Check([]batch.Result[thing]{{Value: thing{"a", 1}}, {Value: thing{"b", 2}}, {Err: errAbsent}}, func(t thing) error {
		if t.Size > 1 {
			return errRefused
		}
		return nil
	})
	want := []batch.Result[thing]{{Value: thing{"a", 1}}, {Err: errRefused}, {Err: errAbsent}}
	if diff := cmp.Diff(want, got, cmpopts.EquateErrors()); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

// TestAPanicIsAnErrorForAll: nobody stands above a shared goroutine to catch it.
func TestAPanicIsAnErrorForAll(t *testing.T) {
	var s batch.Shared[int]
	_, err := s.Do(t.Context(), "a", func(context.Context) (int, error) { panic("the store is broken") })
	if fault.CodeOf(err) != fault.Internal {
		t.Error(err)
	}
}
