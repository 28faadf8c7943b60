// Package socket serves GraphQL over WebSockets: graphql-transport-ws on the server's
// own RFC 6455 (package ws).
//
// Ways out of a socket:
//
//	1001 Going away              the server stops; subscribe again elsewhere
//	1008                         a message that comes too slowly
//	1009                         a message longer than the limit message
//	1013 Try again later         the token could not be verified now, or no large message
//	     can be read now
//	4400 Invalid message         not a message of the protocol
//	4401 Unauthorized            subscribe before connection_init
//	4403 Forbidden               bad token, or it expired
//	4406 Subprotocol not acceptable
//	4408 Connection initialisation timeout
//	4409 Subscriber for … already exists
//	4429 Too many initialisation requests, too many connections, messages or bytes of
//	     this subject, or too many refused operations
//	4500 Internal server error
//
// From the top: serve.go accepts, reader.go reads, paying.go counts, receive.go understands
// a message, waiting.go has operations wait, beginning.go begins them, operation.go and
// subscription.go run them, send.go answers; socket.go holds their common state.
//
// Imported by: server/transport.
package socket
