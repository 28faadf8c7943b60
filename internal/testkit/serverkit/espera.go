package serverkit

import (
	"testing"
	"time"
)

// Esperar asks again and again until something is true, and fails the test when
// it is not in time.
func Esperar(t testing.TB, plazo time.Duration, que string, listo func() bool) {
	t.Helper()
	limite := time.NewTimer(plazo)
	defer limite.Stop()
	cada := time.NewTicker(50 * time.Millisecond)
	defer cada.Stop()
	for !listo() {
		select {
		case <-limite.C:
			t.Fatalf("not within %s: %s", plazo, que)
		case <-t.Context().Done():
			t.Fatalf("the test ended while waiting: %s", que)
		case <-cada.C:
		}
	}
}
