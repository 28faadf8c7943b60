// Package testkit is a folder: what tests need beside the code under test. The
// program imports none of it.
//
// Imported by: tests, tools.
package testkit
