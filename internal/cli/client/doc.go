// Package client speaks GraphQL to a running server, for the commands that are clients
// of it.
//
// Imported by: cli, cli/{consola,importar,registro,verificable}.
package client
