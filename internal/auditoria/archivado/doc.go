// Package archivado keeps the days of the trail in the object store, and lists them from there.
// A day of an operador is JSON Lines under zstd, in parts that are read back before the day counts.
// Days older than the shortest retention of the store are listed from here, the others from the store.
//
// Imported by: app.
package archivado
