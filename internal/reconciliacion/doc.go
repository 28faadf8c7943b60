// Package reconciliacion compares what the metadata says with what the bucket
// holds, and mends the difference through the saga.
//
// A run is two walks. By carpeta: operador by operador, each carpeta's documents
// and its folder are read side by side in documentoId order. By bucket: every
// folder whose carpeta the first walk could not know. Neither is a Scan.
//
// The walks go on beside live traffic, so a first look only suspects. Each suspicion
// is looked at again after a pause, with strong reads in an order in which no upload
// or deletion can look like a fault (mirar.go). Only what is still wrong is found.
//
// Imported by: app, app/metrics, store, tests.
package reconciliacion
