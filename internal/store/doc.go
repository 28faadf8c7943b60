// Package store is a folder: the adapters of the stores' ports (DynamoDB and bbolt),
// and storetest, their contract suite. The ports themselves stand beside the use cases
// that need them.
//
// Imported by: app, auditoria/{archivado,sellado}, cli, cli/{migrar,respaldo,token}, documento, entrega, reconciliacion, tests, tools.
package store
