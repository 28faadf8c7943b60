// Package ws is the server's side of RFC 6455 for short text messages, without
// extensions. It is our own because of idle connections, which are many. Between two
// frames a Conn holds no buffer, and the goroutine that waits for the next frame fits
// into the smallest stack.
//
// Imported by: server/socket.
package ws
