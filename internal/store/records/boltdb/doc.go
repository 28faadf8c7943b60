// Package boltdb keeps records in one bbolt file: it has a bucket for each table, for each index, and for what expires.
//
// Every write is durable (fsync) before its call returns. Writes that arrive together share one transaction and one fsync
// (see combiner). A file that is damaged is refused, or ends the process that met it (see file).
//
// Imported by: tests.
package boltdb
