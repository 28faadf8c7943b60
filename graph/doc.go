// Package graph is the code that gqlgen generates from schema/. Only this file and
// directives.go are written by hand.
//
// Imported by: app, resolvers.
package graph
