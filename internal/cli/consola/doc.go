// Package consola is the commands of operadores: clients of the API of a running
// server, whose rules and bounds are therefore theirs.
//
// Imported by: app.
package consola
