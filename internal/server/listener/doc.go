// Package listener listens on one address, with Start and Stop. It speaks
// plain HTTP, or TLS with HTTP/2. It limits the connections and the requests at a time
// (connections.go), and the times and sizes of the protocol (server.go, config.go). It
// serves any http.Handler, and knows nothing of GraphQL.
//
// Imported by: app.
package listener
