// Package listener is an address where the server listens, with Start and Stop: plain
// HTTP or TLS with HTTP/2, a certificate that is renewed without a restart, and little
// kept for clients that do not read. What is served there is a http.Handler; this
// package knows nothing of GraphQL.
//
// Imported by: app.
package listener
