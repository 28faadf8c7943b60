//go:build race

package transport_test

// raced is what the race detector takes more for an idle subscriber. Its stacks are larger, and a new goroutine begins
// with the mean stack of the goroutines before it, which a busy machine makes larger: 4 KiB here, 8 KiB in CI.
const raced = 12 << 10
