// Package trusttest has the cases of a connection whose two ends show certificates: every adapter with TLS passes
// them, on a real listener.
//
// Imported by: tests.
package trusttest
