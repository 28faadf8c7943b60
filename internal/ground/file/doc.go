// Package file writes files so that nobody ever reads half of one
//
// Imported by: auditoria/{notas,sellado}, auth, cli/{migrar,respaldo}, store/datafolder.
package file
