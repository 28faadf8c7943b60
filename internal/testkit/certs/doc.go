// Package certs makes certificates for tests of what speaks TLS.
//
// Imported by: tests.
package certs
