// Package service gives every long-running part the same Start and Stop. So no
// goroutine outlives its owner.
//
// Imported by: app, app/memory, auditoria/{archivado,notas,sellado}, broker/rabbitbroker, cli/{consola,importar,reconciliacion}, documento, entrega, operacion, outbox, server/{listener,rest}, store/{boltstore,dynamostore}, store/records/dynamo, tests.
package service
