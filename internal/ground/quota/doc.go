// Package quota limits what one subject may take of this process: a rate (Ledger, a token bucket with debts), things at
// a time (ConcurrencyLimit), memory (Bytes), and slots that subjects share fairly (FairSemaphore). It knows nothing of
// HTTP or GraphQL. The caller decides the cost of an operation.
//
// Imported by: app, auditoria, auditoria/sellado, documento, entrega, graph, hub, operacion, resolvers, server/{admission,budget,engine,rest,transport}, tests.
package quota
