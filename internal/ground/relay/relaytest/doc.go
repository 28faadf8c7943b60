// Package relaytest checks that the scope of a list holds every field of its filter.
//
// Imported by: tests.
package relaytest
