// Package relaytest checks what a list says of itself.
//
// Imported by: tests.
package relaytest
