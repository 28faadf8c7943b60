// Package boltstore keeps everything but files in one bbolt file: the store of the embedded profile
//
// The rules are those of package rules, on the engine records/boltdb. Here is what only a file needs: its schema, snapshots
// for backups, the guard against damaged pages, and the purge of what has expired.
//
// Imported by: app, cli, cli/{migrar,respaldo}, store/datafolder, tests.
package boltstore
