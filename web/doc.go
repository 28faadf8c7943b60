// Package web holds the pages inside the binary.
//
// Imported by: app.
package web
