// Package reply writes answers over HTTP: a response of GraphQL as JSON, or the
// problem of a request that never became an operation. It chooses the media type that
// the client prefers. An answer never repeats a value of the request.
//
// Imported by: server/{codes,door,rest,site,socket,sse,transport,verifiable}.
package reply
