package documento_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// TestSoloPresentes: whatever rows are gone, a run holds as many living ones as were asked for,
// in their order, or all; its last one only says that there are more.
func TestSoloPresentes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		gone := rapid.SliceOfN(rapid.Bool(), 0, 40).Draw(rt, "gone")
		limit := rapid.IntRange(2, 12).Draw(rt, "limit")
		all := make([]documento.Fila, len(gone))
		absent := map[string]bool{}
		for i := range all {
			all[i].DocumentoID = fmt.Sprintf("%03d", i)
			absent[all[i].DocumentoID] = gone[i]
		}
		walk := func(_ context.Context, after string, _ bool, limit int) ([]documento.Fila, error) {
			from, _ := slices.BinarySearchFunc(all, after, func(f documento.Fila, k string) int {
				if f.ClaveOrden(documento.PorDocumentoID) <= k {
					return -1
				}
				return 1
			})
			return all[from:min(from+limit, len(all))], nil
		}
		isGone := func(f documento.Fila) bool { return absent[f.DocumentoID] }
		presentes := func(_ context.Context, fs []documento.Fila) []documento.Fila {
			return slices.DeleteFunc(slices.Clone(fs), isGone)
		}
		clave := func(f documento.Fila) string { return f.ClaveOrden(documento.PorDocumentoID) }
		got, err := documento.SoloPresentes(walk, clave, presentes)(t.Context(), "", false, limit)
		if len(all) > 0 {
			sameBehindItsCursor(rt, all, rapid.IntRange(0, len(all)-1).Draw(rt, "cursor"), limit, walk, clave, presentes)
		}
		var stop relay.Stopped
		if errors.As(err, &stop) {
			return // after many rounds, each with a row that is gone
		}
		if err != nil {
			rt.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(all), isGone)
		page := got[:min(len(got), limit-1)]
		if !slices.Equal(page, want[:min(limit-1, len(want))]) {
			rt.Fatalf("page %v of %v", page, want)
		}
		if len(want) >= limit && len(got) < limit {
			rt.Fatalf("%d rows, and %d living ones", len(got), len(want))
		}
	})
}

// sameBehindItsCursor: a run that begins with the row of its cursor is that row, dead or alive, and the run behind it.
func sameBehindItsCursor(rt *rapid.T, all []documento.Fila, cursor, limit int, walk relay.Walk[documento.Fila], clave func(documento.Fila) string, presentes documento.Presentes) {
	from, there := clave(all[cursor]), rapid.Bool().Draw(rt, "cursor is in the index")
	at := func(ctx context.Context, from string, backward bool, limit int) ([]documento.Fila, error) {
		if !there {
			return walk(ctx, from, backward, limit)
		}
		rows, err := walk(ctx, from, backward, limit-1)
		return append([]documento.Fila{all[cursor]}, rows...), err
	}
	reads := 0
	counted := func(ctx context.Context, fs []documento.Fila) []documento.Fila {
		reads += len(fs)
		return presentes(ctx, fs)
	}
	want, wantErr := documento.SoloPresentes(walk, clave, counted)(context.Background(), from, false, limit)
	read := reads
	reads = 0
	got, err := documento.SoloPresentesDesde(at, walk, clave, counted)(context.Background(), from, false, limit+1)
	if there {
		want = append([]documento.Fila{all[cursor]}, want...)
	}
	if !slices.Equal(got, want) || !errors.Is(err, wantErr) || reads != read {
		rt.Fatalf("behind %s: %v, %v, %d read; want %v, %v, %d", from, got, err, reads, want, wantErr, read)
	}
}
