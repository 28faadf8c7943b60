package relay_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// sparse walks a list of which only some keys are rows, and looks at a few keys at a time.
func sparse(l *list, looks int, isRow func(string) bool) relay.Walk[string] {
	return func(ctx context.Context, after string, backward bool, limit int) ([]string, error) {
		keys, _ := l.walk(ctx, after, backward, looks)
		var rows []string
		for _, k := range keys {
			if isRow(k) {
				rows = append(rows, k)
			}
			if len(rows) == limit {
				return rows, nil
			}
		}
		if len(keys) == looks {
			return rows, relay.Stopped{After: keys[looks-1]}
		}
		return rows, nil
	}
}

// TestAStoppedWalkGoesOn: every row is seen once, whatever the bound of a page's work; a page
// that is not full says that there may be more, and its cursor passes what was looked at.
func TestAStoppedWalkGoesOn(t *testing.T) {
	isRow := func(k string) bool { return strings.HasSuffix(k, "7") || strings.HasPrefix(k, "003") }
	for _, looks := range []int{1, 3, 10, 11, 99, 100, 101} {
		for _, backward := range []bool{false, true} {
			l := numbered(100)
			walk := sparse(l, looks, isRow)
			seen, pages := goThrough(t, relay.List[string]{Walk: walk}, relay.Page{Limit: 4, Backward: backward})
			if at, _ := goThrough(t, relay.List[string]{Walk: walk, Including: includingOf(walk, l, isRow)}, relay.Page{Limit: 4, Backward: backward}); !slices.Equal(at, seen) {
				t.Errorf("%d looks, backward %v, at the cursor: saw %v, want %v", looks, backward, at, seen)
			}
			want := slices.DeleteFunc(slices.Clone(l.keys), func(k string) bool { return !isRow(k) })
			if backward {
				slices.Reverse(want)
			}
			if !slices.Equal(seen, want) {
				t.Errorf("%d looks, backward %v: saw %v, want %v", looks, backward, seen, want)
			}
			if most := 100/looks + len(want)/4 + 2; pages > most {
				t.Errorf("%d looks: %d pages, want at most %d", looks, pages, most)
			}
		}
	}
}

// includingOf is a walk with the row of the key itself, if it is a row.
func includingOf(walk relay.Walk[string], l *list, isRow func(string) bool) relay.Walk[string] {
	return func(ctx context.Context, from string, backward bool, limit int) ([]string, error) {
		if !isRow(from) || !slices.Contains(l.keys, from) {
			return walk(ctx, from, backward, limit)
		}
		rows, err := walk(ctx, from, backward, limit-1)
		return append([]string{from}, rows...), err
	}
}

func goThrough(t *testing.T, l relay.List[string], p relay.Page) (seen []string, pages int) {
	t.Helper()
	codec := codec(t, keyA)
	l.Key = func(s string) string { return s }
	for from := ""; ; pages++ {
		c, err := l.Build(t.Context(), p, from, codec.Signer(scope, now, 1))
		if err != nil {
			t.Fatal(err)
		}
		next, prev := ends(t, c)
		rows, cursor := c.Nodes(), c.PageInfo.EndCursor
		if p.Backward {
			slices.Reverse(rows)
			next, prev, cursor = prev, next, c.PageInfo.StartCursor
		}
		if prev && len(seen) == 0 && from == "" || !prev && len(seen) > 0 {
			t.Fatalf("page %d: behind it is something: %v, seen %v", pages, prev, seen)
		}
		if seen = append(seen, rows...); !next {
			return seen, pages + 1
		}
		at, err := codec.Open(*cursor, scope, now)
		if err != nil {
			t.Fatal(err)
		}
		from = at.Key
	}
}
