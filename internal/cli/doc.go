// Package cli is a folder: the commands beside serve.
//
// Imported by: app.
package cli
