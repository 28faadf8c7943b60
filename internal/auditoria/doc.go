// Package auditoria is the trail: who did what, and who saw which document. An Evento is written
// with the change that it tells of, in one transaction, or before the answer to a read leaves.
// It is never changed; it ends by its retention only. It holds ids, and no personal data.
//
// Imported by: app, auditoria/{archivado,sellado}, carpeta, cli/semilla, documento, eliminacion, entidad, entrega, graph, operacion, reconciliacion, resolvers, server/{caller,rest}, store, tests, tools.
package auditoria
