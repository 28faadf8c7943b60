// Package marca is the port of marks: records in the stores by which processes agree who works, and how far the work is
//
// Imported by: app, auditoria/{archivado,sellado}, cli/migrar, documento, entrega, reconciliacion, store/{cargo,revocaciones,rules}, tests.
package marca
