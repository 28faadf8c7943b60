// Package certificate serves a TLS certificate from two files, and reads them again when they change: a renewed
// certificate needs no restart.
//
// Imported by: server/listener.
package certificate
