// Package notas writes down what commands did beside a running server, which takes these notes into its trail
//
// Imported by: app, cli/{migrar,respaldo,revocacion}.
package notas
