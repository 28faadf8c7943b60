package encode_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
)

var line = strings.Repeat("x", 1<<10)

// TestFieldStopsWhereTheRoomEnds: what gqlgen writes of a field is asked for before it is there.
func TestFieldStopsWhereTheRoomEnds(t *testing.T) {
	const lines = 1000
	for name, c := range map[string]struct {
		most, allowed int // KiB
		whole         bool
	}{
		"there is room":         {2000, 2000, true},
		"longer than it may be": {64, 2000, false},
		"no room in the budget": {2000, 100, false},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			asked := 0
			room := encode.NewRoom(c.most<<10, 16<<10, func(bytes int) bool {
				if bytes <= b.Len() {
					t.Errorf("%d bytes are asked for when %d are there", bytes, b.Len())
				}
				if bytes > c.allowed<<10 {
					return false
				}
				asked = bytes
				return true
			})
			m := encode.Within(encode.WithRoom(t.Context(), room), func(context.Context) graphql.Marshaler {
				return graphql.WriterFunc(func(w io.Writer) {
					for range lines {
						_, _ = io.WriteString(w, line)
					}
				})
			})
			m.MarshalGQL(&b)
			const between = 4 << 10 // it is looked at now and then
			if most := min(c.most, c.allowed) << 10; b.Len() > most+between || asked > most || room.Over() == c.whole {
				t.Errorf("%d bytes are there, %d were asked for, with room for %d; over: %v", b.Len(), asked, most, room.Over())
			}
			if c.whole && b.Len() != lines*len(line) {
				t.Errorf("%d bytes are there", b.Len())
			}
		})
	}
}

// TestNothingStaysNothing: gqlgen looks for its own null.
func TestNothingStaysNothing(t *testing.T) {
	ctx := encode.WithRoom(t.Context(), encode.NewRoom(1, 1, nil))
	for _, null := range []graphql.Marshaler{graphql.Null, graphql.RequiredNull, nil} {
		if m := encode.Within(ctx, func(context.Context) graphql.Marshaler { return null }); m != null {
			t.Errorf("%v became %v", null, m)
		}
	}
}

type rows struct{ written int }

// TestPageStopsWhereTheRoomEnds: what this package writes of a page is never longer either.
func TestPageStopsWhereTheRoomEnds(t *testing.T) {
	row := &encode.Type[rows]{Name: "Row", Fields: encode.Fields[rows]{"text": encode.Text(func(r *rows) string { r.written++; return line })}}
	page := &encode.Type[rows]{Name: "Page", Fields: encode.Fields[rows]{
		"rows": encode.List(row, func(*rows) int { return 1000 }, func(r *rows, _ int) *rows { return r }),
	}}
	set := ast.SelectionSet{&ast.Field{Name: "rows", Alias: "rows", SelectionSet: ast.SelectionSet{&ast.Field{Name: "text", Alias: "text"}}}}
	field := &ast.Field{Name: "page", Alias: "page", SelectionSet: set}
	room := encode.NewRoom(64<<10, 16<<10, func(int) bool { return true })
	ctx := encode.WithRoom(graphql.WithOperationContext(t.Context(), &graphql.OperationContext{Doc: &ast.QueryDocument{}}), room)
	ctx = graphql.WithFieldContext(ctx, &graphql.FieldContext{Field: graphql.CollectedField{Field: field, Selections: set}})
	var all rows
	m, ok := page.Answer(ctx, &all).(graphql.Marshaler)
	if !ok {
		t.Fatal("it is left to gqlgen")
	}
	var b bytes.Buffer
	m.MarshalGQL(&b)
	if !room.Over() || all.written > 80 || b.Len() > 64<<10 {
		t.Errorf("%d rows were written, %d bytes are there; over: %v", all.written, b.Len(), room.Over())
	}
}
