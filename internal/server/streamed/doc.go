// Package streamed sends a file to somebody whose right to it may end while it is sent
//
// Imported by: server/{codes,verifiable}, tests.
package streamed
