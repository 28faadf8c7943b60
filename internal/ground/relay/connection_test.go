package relay_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// list is a sorted list of keys, walked as a store walks its index.
type list struct {
	keys  []string
	reads int
}

func (l *list) walk(_ context.Context, after string, backward bool, limit int) ([]string, error) {
	l.reads++
	var out []string
	keys := slices.Clone(l.keys)
	if backward {
		slices.Reverse(keys)
	}
	for _, k := range keys {
		beyond := after == "" || (backward && k < after) || (!backward && k > after)
		if beyond && len(out) < limit {
			out = append(out, k)
		}
	}
	return out, nil
}

// including is walk with the row of the key itself.
func (l *list) including(ctx context.Context, from string, backward bool, limit int) ([]string, error) {
	if !slices.Contains(l.keys, from) {
		return l.walk(ctx, from, backward, limit)
	}
	rows, err := l.walk(ctx, from, backward, limit-1)
	return append([]string{from}, rows...), err
}

// lists are the two ways to read one: with walks that begin after a key, and with such that begin at it.
func (l *list) lists() map[string]relay.List[string] {
	after := relay.List[string]{Key: func(s string) string { return s }, Walk: l.walk}
	at := after
	at.Including = l.including
	return map[string]relay.List[string]{"after": after, "at": at}
}

func numbered(n int) *list {
	l := &list{}
	for i := range n {
		l.keys = append(l.keys, fmt.Sprintf("%04d", i))
	}
	return l
}

func build(t testing.TB, l relay.List[string], p relay.Page, from string) *relay.Connection[string] {
	t.Helper()
	c, err := l.Build(context.Background(), p, from, codec(t, keyA).Signer(scope, now, 1))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ends reads both statements of a page.
func ends(t testing.TB, c *relay.Connection[string]) (next, prev bool) {
	t.Helper()
	next, err1 := c.PageInfo.HasNextPage(context.Background())
	prev, err2 := c.PageInfo.HasPreviousPage(context.Background())
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return next, prev
}

func TestWalkThereAndBack(t *testing.T) {
	for _, total := range []int{0, 1, 6, 7, 8, 14, 15} {
		for _, size := range []int{1, 3, 7, 100} {
			for _, backward := range []bool{false, true} {
				for name, l := range numbered(total).lists() {
					t.Run(fmt.Sprint(total, size, backward, name), func(t *testing.T) { walkAll(t, l, total, size, backward) })
				}
			}
		}
	}
}

func walkAll(t *testing.T, l relay.List[string], total, size int, backward bool) {
	var seen []string
	for from := ""; ; {
		c := build(t, l, relay.Page{Limit: size, Backward: backward}, from)
		rows := c.Nodes()
		next, prev := ends(t, c)
		if backward {
			seen = append(slices.Clone(rows), seen...)
			next, prev = prev, next
		} else {
			seen = append(seen, rows...)
		}
		if next != (len(seen) < total) || prev != (len(seen) > len(rows)) {
			t.Fatalf("after %d of %d: more %v, before %v", len(seen), total, next, prev)
		}
		if !next {
			break
		}
		if len(rows) != size {
			t.Fatalf("a page of %d that is not the last has %d rows", size, len(rows))
		}
		from = rows[len(rows)-1]
		if backward {
			from = rows[0]
		}
	}
	if !slices.Equal(seen, numbered(total).keys) {
		t.Fatalf("saw %v", seen)
	}
}

// The statements are true at the time of the request, whatever came and went
// since the cursor was made.
func TestStatementsAreTrue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := &list{keys: rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]`), 0, 12, rapid.ID).Draw(rt, "keys")}
		slices.Sort(l.keys)
		p := relay.Page{Limit: rapid.IntRange(1, 5).Draw(rt, "limit"), Backward: rapid.Bool().Draw(rt, "backward")}
		from := rapid.StringMatching(`[a-z]`).Draw(rt, "from")
		way := rapid.SampledFrom([]string{"after", "at"}).Draw(rt, "way")
		c := build(t, l.lists()[way], p, from)
		next, prev := ends(t, c)
		rows := c.Nodes()
		if len(rows) == 0 {
			rest := len(l.keys) > 0
			if (p.Backward && (prev || next != rest)) || (!p.Backward && (next || prev != rest)) {
				rt.Fatalf("empty page after %q of %v: next %v prev %v", from, l.keys, next, prev)
			}
			return
		}
		if wantNext := rows[len(rows)-1] != l.keys[len(l.keys)-1]; next != wantNext {
			rt.Fatalf("hasNextPage %v for %v of %v", next, rows, l.keys)
		}
		if wantPrev := rows[0] != l.keys[0]; prev != wantPrev {
			rt.Fatalf("hasPreviousPage %v for %v of %v", prev, rows, l.keys)
		}
	})
}

func TestOneReadUnlessMoreIsAsked(t *testing.T) {
	l := numbered(30)
	for name, tc := range map[string]struct {
		way, from    string
		page, stated int // reads of a page, and of both of its statements
	}{
		"the first page":                       {"after", "", 1, 0},
		"a page after a key":                   {"after", "0010", 1, 1},
		"the first page, at a key":             {"at", "", 1, 0},
		"a page at a key":                      {"at", "0010", 1, 0},
		"a page at a key whose row is gone":    {"at", "0010x", 1, 1},
		"an empty page at a key that is there": {"at", "0029", 1, 0},
	} {
		l.reads = 0
		c := build(t, l.lists()[tc.way], relay.Page{Limit: 5}, tc.from)
		page := l.reads
		if ends(t, c); page != tc.page || l.reads-page != tc.stated {
			t.Errorf("%s: %d reads, and %d for its statements; want %d and %d", name, page, l.reads-page, tc.page, tc.stated)
		}
	}
}

func TestArgs(t *testing.T) {
	n := func(i int32) *int32 { return &i }
	s := func(v string) *string { return &v }
	good := map[string]struct {
		args relay.Args
		want relay.Page
	}{
		"nothing":         {relay.Args{}, relay.Page{Limit: 20}},
		"first 1":         {relay.Args{First: n(1)}, relay.Page{Limit: 1}},
		"first 100":       {relay.Args{First: n(100)}, relay.Page{Limit: 100}},
		"after alone":     {relay.Args{After: s("c")}, relay.Page{Limit: 20, Cursor: "c"}},
		"last and before": {relay.Args{Last: n(7), Before: s("c")}, relay.Page{Limit: 7, Backward: true, Cursor: "c"}},
	}
	for name, tc := range good {
		if got, err := tc.args.Page(relay.Sizes{}); err != nil || got != tc.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	bad := map[string]struct {
		args relay.Args
		want fault.Code
	}{
		"first and last":   {relay.Args{First: n(1), Last: n(1)}, fault.InvalidPaginationArguments},
		"first 0":          {relay.Args{First: n(0)}, fault.InvalidPaginationArguments},
		"first -1":         {relay.Args{First: n(-1)}, fault.InvalidPaginationArguments},
		"first 101":        {relay.Args{First: n(101)}, fault.PageSizeTooLarge},
		"last 101":         {relay.Args{Last: n(101)}, fault.PageSizeTooLarge},
		"after and before": {relay.Args{After: s("a"), Before: s("b")}, fault.InvalidPaginationArguments},
		"last and after":   {relay.Args{Last: n(1), After: s("a")}, fault.InvalidPaginationArguments},
		"before alone":     {relay.Args{Before: s("b")}, fault.InvalidPaginationArguments},
		"first and before": {relay.Args{First: n(1), Before: s("b")}, fault.InvalidPaginationArguments},
		"empty cursor":     {relay.Args{After: s("")}, fault.InvalidCursorToken},
	}
	for name, tc := range bad {
		_, err := tc.args.Page(relay.Sizes{})
		if fault.CodeOf(err) != tc.want {
			t.Errorf("%s: %v, want %s", name, err, tc.want)
		}
		if tc.want == fault.PageSizeTooLarge && !strings.Contains(err.Error(), "va de 1 a 100") {
			t.Errorf("%s: the range is not stated: %v", name, err)
		}
	}
}

func TestGlobalID(t *testing.T) {
	g := relay.GlobalID{Type: "Documento", Keys: []string{"a", "b"}}
	back, err := relay.ParseGlobalID(g.String())
	if err != nil || back.Type != "Documento" || !slices.Equal(back.Keys, g.Keys) {
		t.Fatal(back, err)
	}
	for _, bad := range []string{"", "x", "\n" + g.String(), g.String() + "=", g.String() + "\r", "OjphOmI", "RG9jdW1lbnRv"} {
		if got, err := relay.ParseGlobalID(bad); err == nil {
			t.Errorf("%q was read as %+v", bad, got)
		}
	}
}
