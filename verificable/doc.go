// Package verificable is what anybody needs to check a certified document without the server that
// delivered it: the statement that its issuer signs.
//
// Imported by: entrega, resolvers, store/{boltstore,dynamostore}, tests.
package verificable
