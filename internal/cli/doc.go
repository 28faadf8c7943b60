// Package cli is a folder: what the commands beside serve do.
//
// Imported by: app.
package cli
