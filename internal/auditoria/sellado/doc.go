// Package sellado seals the trail: the events of each operador go into its sealed log
//
// It remembers which event has which number, gives the proof of an event, and compares the
// store with the log (package sello).
//
// Whoever holds an operador's lease seals it. That saves work only: the log's fence is what
// keeps two processes from sealing the same events twice.
//
// Imported by: app, cli/{auditoria,llave}, graph, resolvers, server/seals, store/rules, tests.
package sellado
