// Package service gives every long-running part the same Start and Stop. So no
// goroutine outlives its owner.
//
// Imported by: app, app/memory, auditoria, auditoria/{archivado,sellado}, broker/rabbitbroker, cli/{importar,migrar}, operacion, outbox, server/{listener,rest}, store/dynamostore.
package service
