package relay_test

import (
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay/relaytest"
)

type (
	kind  string
	order struct {
		Field      string
		Descending bool
	}
	filter struct {
		Kind  kind
		Kinds []kind
		After time.Time
		Age   time.Duration
		Yes   *bool
	}
	request struct {
		relay.Args
		order
		Filter filter
	}
	// wider is the filter after somebody added a field, and did nothing else.
	wider struct {
		Kind     kind
		Kinds    []kind
		After    time.Time
		Age      time.Duration
		Yes      *bool
		Verified bool
	}
)

func TestEveryFieldIsBound(t *testing.T) {
	relaytest.EveryFieldBinds(t, func(f filter) relay.Scope { return relay.NewScope("documentos", "sub", "carpeta", f) })
	relaytest.EveryFieldBinds(t, func(f wider) relay.Scope { return relay.NewScope("documentos", "sub", "carpeta", f) })
}

func TestAddedFieldIsBound(t *testing.T) {
	scope := func(f any) relay.Scope { return relay.NewScope("documentos", "sub", "carpeta", f) }
	before := scope(filter{Kind: "DIPLOMA"})
	if after := scope(wider{Kind: "DIPLOMA", Verified: true}); slices.Equal(before, after) {
		t.Error("the new field does not bind")
	}
	if after := scope(wider{Kind: "DIPLOMA"}); !slices.Equal(before, after) {
		t.Errorf("cursors without the new filter became invalid: %q, before %q", after, before)
	}
}

func TestScopeOfARequest(t *testing.T) {
	n, cursor := int32(7), "v1.a.b.c"
	scope := func(r request) relay.Scope { return relay.NewScope("documentos", "sub", r) }
	base := scope(request{order: order{Field: "TITULO"}})
	if paged := scope(request{Args: relay.Args{First: &n, After: &cursor}, order: order{Field: "TITULO"}}); !slices.Equal(base, paged) {
		t.Errorf("another page of the same list has another scope: %q, %q", base, paged)
	}
	if other := scope(request{order: order{Field: "TITULO", Descending: true}}); slices.Equal(base, other) {
		t.Error("the direction does not bind")
	}
}

// The text of one part must not look like another part's.
func TestPartsOfAScopeDoNotMeet(t *testing.T) {
	a := relay.NewScope("l", "s", filter{Kind: "x"}, filter{})
	b := relay.NewScope("l", "s", filter{}, filter{Kind: "x"})
	c := relay.NewScope("l", "s", "x", "")
	d := relay.NewScope("l", "s", "", "x")
	if slices.Equal(a, b) || slices.Equal(c, d) {
		t.Errorf("two lists share a scope: %q, %q; %q, %q", a, b, c, d)
	}
}

func TestScopeRefusesWhatHasNoText(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a function was taken for a filter")
		}
	}()
	relay.NewScope("documentos", "sub", struct{ F func() }{func() {}})
}
