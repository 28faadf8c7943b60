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
		got, err := documento.SoloPresentes(walk, documento.PorDocumentoID, presentes)(t.Context(), "", false, limit)
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
