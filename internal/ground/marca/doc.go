// Package marca is the port of marks: records in the stores by which processes agree who works, and how far the work is
//
// Imported by: app, auditoria/{archivado,sellado}, cli/migrar, documento, entrega, reconciliacion, store/{boltstore,cargo,dynamostore,revocaciones}, tests.
package marca
