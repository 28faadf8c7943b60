// Package limits is the one table of the limits on clients. One line of a struct defines a
// limit:
//
//	Depth int `name:"depth" default:"15" min:"1" max:"100" used:"admission/measure.go" help:"Nested fields, introspection apart."`
//
// From that line come the flag --limit-depth and the variable CARPETA_LIMIT_DEPTH,
// their help and default, the check of their range, a line of `carpeta config`, the
// row of docs/ajustes.md, and the tests at both ends of the range. The
// name of the flag is the name of the struct in package config, a dash, and `name`.
//
//	default, min, max   as a user writes them: a number, or a duration such as 10s
//	unit                of a number that counts no things: bytes, KiB
//	scaled              a default that follows the memory limit: what it is at least
//	used                the file, relative to internal/server, that enforces it
//
// To add a limit: write its line, and use the field in the file that it names. A test
// fails while the file does not use it. `make generate` rewrites the manual's table.
//
// Imported by: app, config, server/{admission,budget,door,engine,socket,sse,transport}, tests.
package limits
