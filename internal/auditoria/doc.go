// Package auditoria is the trail: who did what, and who saw which document. An Evento is written in the transaction
// of the change that it tells of, or before the answer to a read leaves. It is never changed, ends by its retention
// only, and holds ids, but no personal data.
//
// Imported by: app, app/metrics, auditoria/{archivado,notas,sellado}, blob/diskblob, carpeta, cli, cli/{migrar,reconciliacion,respaldo,revocacion,semilla}, consentimiento, documento, eliminacion, entidad, entrega, graph, graph/model, hub, operacion, reconciliacion, resolvers, server/{caller,rest,sse,transport}, store/{boltstore,dynamostore,rules}, tests.
package auditoria
