// Package store is a folder: the adapters of the stores' ports (DynamoDB and bbolt),
// and storetest, their contract suite. The ports themselves stand beside the use cases
// that need them.
//
// Imported by: app, cli, cli/{migrar,respaldo,token}, tests.
package store
