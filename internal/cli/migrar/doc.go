// Package migrar copies the data of one stopped server (embedded profile) into the stores of the distributed
// profile
//
// A run that was killed is run again: it writes what is missing. Every item is read back and compared. A mark in the
// tables says whether the copy is whole: nobody serves half of one.
//
// Imported by: cli.
package migrar
