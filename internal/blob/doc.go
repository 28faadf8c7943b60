// Package blob is a folder: the adapters of port documento.Objetos, S3 and a
// plain folder, and blobtest, the contract that both keep.
//
// Imported by: app.
package blob
