// Package records writes the records of TLS that no library sends: messages of the handshake that come after it, or do
// not come to their end.
//
// Imported by: tests.
package records
