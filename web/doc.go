// Package web holds the pages that the server carries inside itself.
package web
