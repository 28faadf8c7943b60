// Package drain knows the connections that outlive a request: sockets and event
// streams. A server that stops can end them, and wait for the last one.
//
// Imported by: server/{door,socket,sse,transport}.
package drain
