// Package migrar copies everything of one stopped server, the embedded profile, into the stores of many
//
// The same run again goes on where one was killed. Every value is read back and compared. A mark in the tables says
// how far the copy is: nobody serves half of one.
//
// Imported by: cli.
package migrar
