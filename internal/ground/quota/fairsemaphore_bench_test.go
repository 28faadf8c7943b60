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
			slots := quota.NewFairSemaphore(1, 0, waiting)
			for i := range waiting + 1 { // one has the place
				slots.Request(fmt.Sprint("s", i), 1, func() {})
			}
			for b.Loop() {
				if slot, _ := slots.Request("late", 1, nil); !slot.Refused() {
					b.Fatal("it waits")
				}
			}
		})
	}
}
