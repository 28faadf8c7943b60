// Package drain has the connections that outlive a request: sockets and event streams.
// A server that stops ends them, and waits for the last one.
//
// Imported by: server/{door,socket,sse,transport}.
package drain
