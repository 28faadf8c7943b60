// Package consola holds the commands of operadores. They are clients of a running
// server's API, so the API's rules and bounds are theirs.
//
// Imported by: cli.
package consola
