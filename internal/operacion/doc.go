// Package operacion is what operadores and auditors do about deletions: list them,
// ask why one does not move, look at dead letters, and send them again.
//
// Imported by: app, graph, resolvers.
package operacion
