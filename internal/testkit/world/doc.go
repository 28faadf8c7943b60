// Package world builds what the tests of sagas stand on: the embedded stores in a
// folder of the test, and carpetas with documents. What a package's own tests need
// beyond that, they add themselves.
//
// Imported by: tests.
package world
