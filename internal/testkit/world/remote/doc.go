// Package remote has the stores of the distributed profile for tests of the domain: tables and a bucket of the test's
// own, on the real services.
//
// Imported by: tests.
package remote
