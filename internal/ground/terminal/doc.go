// Package terminal shows people texts that others wrote.
//
// Imported by: cli/verificable, main, verificable.
package terminal
