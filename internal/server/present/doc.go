// Package present turns any error into the one shape that clients see: a safe message,
// a code, and the members of RFC 9457. The rest of the error is logged. The package
// knows GraphQL, and nothing of HTTP.
//
// Imported by: app/traces, server/{admission,door,engine,reply,rest,site,socket,sse,transport}.
package present
