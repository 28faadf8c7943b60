// Package certs makes certificates for tests with TLS.
//
// Imported by: tests.
package certs
