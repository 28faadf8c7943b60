// Package sello seals entries into append-only Merkle logs, one for each operador, so that every change of what was
// recorded is found. What is written has the layout of transparency logs (C2SP tlog-tiles); package verify reads it
// with nothing but files.
//
// A seal is a sequence of writes (steps.go). The signed checkpoint is replaced by
// compare-and-swap: that is the fence, and the lease in front of it only saves work. What
// was written before the fence commits to nothing; what comes after can be done again by
// anybody, from the staged bundle:
//
//	stage → sign → swap the fence → tiles → publish → tell the source → drop the bundle
//
// A Sealer keeps nothing between two steps: after any error it begins with what is stored.
//
// Imported by: app, auditoria/sellado, blob, cli, cli/migrar, tests.
package sello
