// Package cliente speaks GraphQL to a running server, for the commands that are
// clients of it.
package cliente
