// Package logs is a log that tests read while it is written.
//
// Imported by: tests.
package logs
