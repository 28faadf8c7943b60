// Package boltdb keeps records in one bbolt file: a bucket for each table, for each of its indexes, and for what expires.
//
// Every write is durable (fsync) before its call returns. Writes that arrive together share one transaction and one fsync
// (see combiner).
//
// Imported by: store/boltstore.
package boltdb
