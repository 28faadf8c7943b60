// Package engine runs operations, whatever brought them: it admits them, executes
// queries and mutations within a deadline, and answers every event of a subscription.
// The GraphQL library's executor is inside; what comes out is a response whose errors
// may be shown. It knows nothing of HTTP.
//
// Imported by: server/socket, server/sse, server/transport.
package engine
