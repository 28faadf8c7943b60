// Package resolvers connects the schema to the use cases: one decision each.
// The *.resolvers.go files hold resolver methods only.
//
// Imported by: app.
package resolvers
