// Package present turns any error into the one shape that clients see: a message that
// is safe to show, a code, and the members of RFC 9457. What must not be shown is
// logged. It knows GraphQL and nothing of HTTP.
//
// Imported by: server/admission, server/engine, server/reply, server/site, server/socket, server/sse, server/transport.
package present
