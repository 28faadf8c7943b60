// Package blobtest is the contract of documento.Objetos: the same cases for
// every adapter, with signed URLs used by plain net/http, as a browser would.
//
// Imported by: tests.
package blobtest
