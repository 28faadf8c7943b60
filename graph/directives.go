package graph

// The library adds @defer to every schema, and leaves deferred fields to parts of
// an answer that our transports do not send: null, where the schema may say that
// there is none. Without the directive a client learns at once.
func init() { delete(parsedSchema.Directives, "defer") }
