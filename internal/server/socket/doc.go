// Package socket serves GraphQL over WebSockets: graphql-transport-ws. The frames are those
// of github.com/coder/websocket; what the library leaves open is here: refusals in the
// server's shape, the price of frames, the time of a message and of a write, text that is
// not UTF-8, and the last bytes of a connection that closes.
//
// Ways out of a socket:
//
//	1001 Going away              the server stops; subscribe again elsewhere
//	1002                         a broken frame
//	1007                         text that is not UTF-8
//	1008                         a message that comes too slowly
//	1009                         a message that is too long
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
// serve.go and handshake.go accept a socket, read.go reads messages, meteredconn.go counts
// frames and bytes, receive.go understands a message, operation.go and subscription.go run
// operations, send.go answers, end.go ends the socket, by a timer or a ping too, and
// socket.go holds their common state.
//
// Imported by: server/transport.
package socket
