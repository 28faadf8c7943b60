package quota_test

import (
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// BenchmarkRefusal: who is refused costs the same, whether ten subjects wait or ten thousand.
func BenchmarkRefusal(b *testing.B) {
	for _, waiting := range []int{10, 10_000} {
		b.Run(fmt.Sprint(waiting), func(b *testing.B) {
			turns := quota.NewBoundedTurns(1, 0, waiting)
			for i := range waiting + 1 { // one has the place
				turns.Ask(fmt.Sprint("s", i), func() {})
			}
			for b.Loop() {
				if turn, _ := turns.Ask("late", nil); !turn.Refused() {
					b.Fatal("it waits")
				}
			}
		})
	}
}
