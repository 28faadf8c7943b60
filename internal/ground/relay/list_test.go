package relay_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// listed is the API's list over a walk.
func listed(t *testing.T, l *list, s relay.Scope, version int64) relay.List[string] {
	return relay.List[string]{
		Cursors: codec(t, keyA), Clock: func() time.Time { return now }, Scope: s, Version: version,
		Key: func(s string) string { return s }, Walk: l.walk,
	}
}

func TestListGoesOnAtItsCursor(t *testing.T) {
	l, two := numbered(3), int32(2)
	first, err := listed(t, l, scope, 7).Page(t.Context(), relay.Args{First: &two})
	if err != nil {
		t.Fatal(err)
	}
	args := relay.Args{First: &two, After: first.PageInfo.EndCursor}
	same, err := listed(t, l, scope, 7).Page(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	if got := same.Nodes(); len(got) != 1 || got[0] != "0002" {
		t.Errorf("second page: %q", got)
	}
	changed, err := listed(t, l, scope, 8).Page(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	if first.ModificacionDetectada || same.ModificacionDetectada || !changed.ModificacionDetectada {
		t.Errorf("changes told: first page %t, same version %t, next version %t",
			first.ModificacionDetectada, same.ModificacionDetectada, changed.ModificacionDetectada)
	}
}

// TestAChangeIsToldThroughPagesThatDidNotLook: cursors of a page whose whole was not read carry the version of the page's own cursor.
func TestAChangeIsToldThroughPagesThatDidNotLook(t *testing.T) {
	l, one := numbered(4), int32(1)
	page := func(version int64, after *string) *relay.Connection[string] {
		c, err := listed(t, l, scope, version).Page(t.Context(), relay.Args{First: &one, After: after})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := page(7, nil)
	second := page(relay.Unread, first.PageInfo.EndCursor)
	if second.ModificacionDetectada {
		t.Error("a page that did not look tells of a change")
	}
	if page(7, second.PageInfo.EndCursor).ModificacionDetectada {
		t.Error("a change is told, and there was none")
	}
	if !page(8, second.PageInfo.EndCursor).ModificacionDetectada {
		t.Error("a change is not told")
	}
}

func TestListRefusesBeforeItReads(t *testing.T) {
	l, one, zero := numbered(3), int32(1), int32(0)
	first, err := listed(t, l, scope, 7).Page(t.Context(), relay.Args{First: &one})
	if err != nil {
		t.Fatal(err)
	}
	l.reads = 0
	foreign := listed(t, l, relay.NewScope("documentos", "other"), 7)
	if _, err := foreign.Page(t.Context(), relay.Args{After: first.PageInfo.EndCursor}); !errors.Is(err, fault.InvalidCursorToken) {
		t.Errorf("foreign cursor: %v", err)
	}
	if _, err := foreign.Page(t.Context(), relay.Args{First: &zero}); !errors.Is(err, fault.InvalidPaginationArguments) {
		t.Errorf("first 0: %v", err)
	}
	if l.reads != 0 {
		t.Errorf("%d reads for refused arguments", l.reads)
	}
}

func TestListPassesFailuresOn(t *testing.T) {
	l := listed(t, numbered(0), scope, 1)
	l.Walk = func(context.Context, string, bool, int) ([]string, error) { return nil, fault.Plain(fault.Unavailable) }
	if _, err := l.Page(t.Context(), relay.Args{}); !errors.Is(err, fault.Unavailable) {
		t.Errorf("got %v", err)
	}
}

// heard is an observer that remembers.
type heard struct {
	verdicts []relay.Verdict
	compared []bool
}

func (h *heard) CursorOpened(v relay.Verdict) { h.verdicts = append(h.verdicts, v) }
func (h *heard) PageCompared(changed bool)    { h.compared = append(h.compared, changed) }

func TestWhatBecomesOfCursorsIsTold(t *testing.T) {
	rows, one, h := numbered(4), int32(1), &heard{}
	page := func(s relay.Scope, version int64, at time.Time, after string) *relay.Connection[string] {
		l := listed(t, rows, s, version)
		l.Cursors.Observer, l.Clock = h, func() time.Time { return at }
		c, _ := l.Page(t.Context(), relay.Args{First: &one, After: &after})
		return c
	}
	first, err := listed(t, rows, scope, 7).Page(t.Context(), relay.Args{First: &one})
	if err != nil {
		t.Fatal(err)
	}
	other, cursor := append(slices.Clone(scope), "x"), *first.PageInfo.EndCursor
	page(scope, 7, now, cursor)
	page(scope, 8, now, cursor)
	page(scope, relay.Unread, now, cursor)
	page(scope, 7, now.Add(48*time.Hour), cursor)
	page(other, 7, now, cursor)
	page(scope, 7, now, "no cursor")
	want := heard{[]relay.Verdict{relay.Good, relay.Good, relay.Good, relay.Expired, relay.Foreign, relay.Altered}, []bool{false, true}}
	if diff := cmp.Diff(want, *h, cmp.AllowUnexported(heard{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
