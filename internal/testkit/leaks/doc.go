// Package leaks looks for goroutines that outlive the tests, and for memory that is still reserved after its use. A
// goroutine that was told to end needs a processor for it: on a busy machine this takes longer than goleak's own
// half a second.
//
// Imported by: tests.
package leaks
