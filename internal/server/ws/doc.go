// Package ws is the server's side of RFC 6455, as far as a server of short text
// messages needs it: no extensions. It is our own for the sake of idle
// connections, which are many: between two frames a Conn holds no buffer, and the
// goroutine that waits for the next frame fits into the smallest stack.
//
// Imported by: server/socket.
package ws
