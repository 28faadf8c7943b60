// Package web holds the pages that the server carries inside itself.
//
// Imported by: app.
package web
