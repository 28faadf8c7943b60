// Package blobtest is the contract suite of documento.Objetos: the same cases for
// every adapter. Plain net/http uses the signed URLs, as a browser would.
//
// Imported by: tests.
package blobtest
