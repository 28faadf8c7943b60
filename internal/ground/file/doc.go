// Package file writes files so that nobody ever reads half of one
//
// Imported by: app, cli/{notas,respaldo}.
package file
