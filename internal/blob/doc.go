// Package blob is a folder: the adapters of the port documento.Objetos (S3, and a
// plain folder), and blobtest, their contract suite.
//
// Imported by: app, cli/{migrar,respaldo}, store/datafolder, tests.
package blob
