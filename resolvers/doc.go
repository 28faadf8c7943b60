// Package resolvers connects the schema to the use cases, with one decision for each
// field. The *.resolvers.go files hold resolver methods only.
//
// Imported by: app.
package resolvers
