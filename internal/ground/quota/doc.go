// Package quota limits what one subject may take of this process. There are limits of rate (Ledger, a token bucket
// with debts), of things at a time (ConcurrencyLimit), of memory (Bytes), and slots that subjects share fairly
// (FairSemaphore). Delay holds refusals back. The package knows nothing of HTTP or GraphQL: the caller decides the
// cost of an operation.
//
// Imported by: app, auditoria, auditoria/sellado, blob/diskblob, consentimiento, documento, eliminacion, entrega, graph, hub, operacion, resolvers, server/{admission,budget,engine,rest,transport}, tests.
package quota
