// Package testkit is a folder: packages for tests. The program imports none of them.
//
// Imported by: tests, tools.
package testkit
