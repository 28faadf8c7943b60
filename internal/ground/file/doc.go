// Package file writes files so that nobody ever reads half of one, locks them, and reads them within bounds
//
// Imported by: auditoria/{notas,sellado}, auth, blob/diskblob, cli/{auditoria,migrar,respaldo,verificable}, store/datafolder.
package file
