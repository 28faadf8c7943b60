// Package reconciliacion compares the metadata with the content of the bucket, and mends
// the differences through the saga.
//
// A run is two walks. By carpeta: operador by operador, each carpeta's documents
// and its folder are read side by side in documentoId order. By bucket: every
// folder whose carpeta the first walk could not know. Neither is a Scan.
//
// The walks go on beside live traffic, so a first look only suspects. Each suspicion is
// looked at again after a pause, with strong reads. Their order makes sure that no upload or
// deletion looks like a fault (mirar.go). Only a difference that is still there is a finding.
//
// Imported by: app, app/metrics, cli/reconciliacion, tests.
package reconciliacion
