// Package migrar copies the data of one stopped server (embedded profile) into the stores of the distributed
// profile
//
// The same run again goes on where one was killed. Every value is read back and compared. A mark in the tables says
// how far the copy is: nobody serves half of one.
//
// Imported by: cli.
package migrar
