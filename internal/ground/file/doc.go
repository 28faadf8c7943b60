// Package file writes files so that nobody ever reads half of one, and locks them
//
// Imported by: auditoria/{notas,sellado}, auth, blob/diskblob, cli/{migrar,respaldo}, store/datafolder.
package file
