// Package reconciliacion is the command that compares the stores, and repairs them if it is asked to
//
// Imported by: cli.
package reconciliacion
