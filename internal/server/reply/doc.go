// Package reply writes answers over HTTP: the media type that a client likes best, a
// response of GraphQL as JSON, and the problem of a request that never became an
// operation. An answer never repeats a value of the request.
//
// Imported by: server/site, server/socket, server/sse, server/transport.
package reply
