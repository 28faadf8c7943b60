// Package respaldo keeps snapshots of a data folder, and makes a data folder of one
//
//	actual/       the newest: a whole copy of the data folder, as it was at one moment
//	<id>/         an earlier one; files that did not change are hard links
//	nuevo/        one that is being written
//	candado       locked by the command that writes here
//
// Each has a list, respaldo.sha256, of its files with their SHA-256, as sha256sum writes it. The list is written last:
// a folder without a whole list is no backup.
//
// Imported by: cli.
package respaldo
