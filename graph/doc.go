// Package graph is what gqlgen generates of schema/; this file and directivas.go
// are written by hand.
//
// Imported by: app, resolvers.
package graph
