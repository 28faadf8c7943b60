// Package world builds the embedded system for tests: the stores in a folder of the
// test, the broker, and the use cases of a process on them, wired as the program wires
// them. Nothing runs before a test starts it (Run). A test that wants another part than
// the usual one puts it in its place afterwards.
//
// Imported by: tests.
package world
