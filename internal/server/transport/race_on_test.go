//go:build race

package transport_test

// raced is what the race detector takes more for an idle subscriber: its stacks are larger.
const raced = 4 << 10
