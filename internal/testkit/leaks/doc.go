// Package leaks looks for goroutines that outlive the tests, and for bytes that outlive what
// they were for. A goroutine that was told to end needs a processor for it. On a busy machine
// this takes longer than goleak's own half a second.
//
// Imported by: tests.
package leaks
