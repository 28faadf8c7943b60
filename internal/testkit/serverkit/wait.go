package serverkit

import (
	"testing"
	"time"
)

// WaitFor asks again and again until something is true, and fails the test when
// it is not in time.
func WaitFor(t testing.TB, timeout time.Duration, what string, ready func() bool) {
	t.Helper()
	deadline := time.NewTimer(timeout)
	defer deadline.Stop()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !ready() {
		select {
		case <-deadline.C:
			t.Fatalf("not within %s: %s", timeout, what)
		case <-t.Context().Done():
			t.Fatalf("the test ended while waiting: %s", what)
		case <-tick.C:
		}
	}
}
