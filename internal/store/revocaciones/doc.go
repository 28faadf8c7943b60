// Package revocaciones keeps the revocations of tokens in marks of the store, where all servers read them
//
// Imported by: app.
package revocaciones
