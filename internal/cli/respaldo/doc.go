// Package respaldo keeps backups of a data folder, and makes a data folder of one: whole, verified, each
// with only what is new since the one before.
//
//	datos/<xx>/<name>      a piece of a file, named by its content; backups share them
//	respaldos/<id>.json    the files of a backup and their pieces; .json.age if it is encrypted
//	respaldos/<id>.sha256  all that with its SHA-256, as sha256sum writes it, and a last line that says so
//	candado                locked by the command that writes here
//
// The .sha256 is written last: what has none is no backup, and nobody takes it for one.
//
// Imported by: app.
package respaldo
