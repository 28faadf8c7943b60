// Package operacion is the work of operadores and auditors on deletions: lists, the
// cause of a deletion that does not move, dead letters, and sending them again.
//
// Imported by: app, graph, graph/model, resolvers, tests.
package operacion
