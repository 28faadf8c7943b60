// Package boltstore keeps everything but files in one bbolt file: the store of the embedded profile. Its ordered
// keys mirror the tables and indexes of dynamostore, so that a page costs the same at any depth.
//
// Every write is durable (fsync) before its call returns. Writes that arrive
// together share one transaction and one fsync (see combiner).
//
// Imported by: app, cli, cli/{migrar,respaldo}, store/datafolder, tests.
package boltstore
