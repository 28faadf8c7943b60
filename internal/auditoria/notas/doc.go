// Package notas leaves notes of what commands did beside the server that holds the data folder, for its trail
//
// Imported by: app, cli/{migrar,respaldo,revocacion}.
package notas
