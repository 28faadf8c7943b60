// Package resolvers connects the schema to the use cases: one decision each.
// The *.resolvers.go files hold resolver methods only.
package resolvers
