// Package listener is an address where the server listens, with Start and Stop. It
// speaks plain HTTP, or TLS with HTTP/2. It takes a renewed certificate without a
// restart, and keeps little for clients that do not read. It serves any http.Handler,
// and knows nothing of GraphQL.
//
// Imported by: app.
package listener
