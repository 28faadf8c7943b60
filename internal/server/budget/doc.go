// Package budget is what one subject may take of this process: the price of its
// operations, how much of it may be refused, requests and connections at a time. A
// subject is a proven principal, or the network address of a caller without a token.
//
// Refusals cost work too, and whoever sends what is refused pays nothing else. So each
// subject has a second budget, of refusals. Without it a request is not read, and its
// refusal waits a little: a client that asks again as soon as it is answered then asks
// some forty times a second.
//
// Imported by: server/admission, server/engine, server/socket, server/sse, server/transport.
package budget
