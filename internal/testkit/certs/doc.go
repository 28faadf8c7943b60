// Package certs makes certificates for tests of what speaks TLS.
package certs
