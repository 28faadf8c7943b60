// Package cli carries out the command line: a command beside serve has a package below, and gets the use cases that it needs
//
// Imported by: main.
package cli
