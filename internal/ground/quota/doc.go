// Package quota is the budget of one subject in this process: a cost that refills
// steadily, and a number of things at a time. It knows nothing of HTTP or GraphQL. The
// caller decides the cost of an operation.
//
// Imported by: app, auditoria, auditoria/sellado, documento, entrega, graph, hub, operacion, resolvers, server/{admission,budget,engine,rest,transport}, tests.
package quota
