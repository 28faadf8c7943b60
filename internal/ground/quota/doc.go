// Package quota is what one subject may take of this process: a budget of cost
// that refills steadily, and a number of things at a time. It knows nothing of
// HTTP or GraphQL; a cost is whatever the caller prices an operation at.
//
// Imported by: app, graph, resolvers, server/admission, server/budget, server/engine, server/transport.
package quota
