// Package caller is what the server knows of who sent a request: the request's id and
// trace, the address, the proven principal, and the subject whose budget pays. All of it
// is in the request's context, and survives the request where a connection does.
//
// Imported by: app, server/admission, server/budget, server/present, server/site, server/socket, server/sse, server/transport.
package caller
