// Package recordstest is the contract suite of the engines under package records: each does the same as package mem.
//
// Imported by: tests.
package recordstest
