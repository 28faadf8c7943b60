// Package engine runs operations from any transport. It admits them, executes queries
// and mutations within a deadline, and answers every event of a subscription. The
// GraphQL library's executor is inside. The result is a response whose errors may be
// shown. The package knows nothing of HTTP.
//
// Imported by: server/{socket,sse,transport}.
package engine
