// Package archtest keeps the rules of the house: which package may import which
// and why, how the folders are described, how things are named. The rules are
// tables in its tests:
//
//	rows_test.go      one row for each package, the ground first
//	confined_test.go  libraries and packages that few may import
//	calls_test.go     functions that few may call
//	files_test.go     in some packages files use each other one way only
//
// After a change of rows or of a package comment, this writes the lines
// "Imported by:" and the list in docs/arquitectura.md again:
//
//	go test ./internal/testkit/archtest -update
//
// Imported by: tests.
package archtest
