// Package semilla makes up carpetas like those of a Colombian citizen. The same number
// gives the same carpetas.
//
// Imported by: cli, cli/demo.
package semilla
