// Package model holds the types that the API has beyond the domain's own: generated
// inputs and payloads, and the connections.
//
// Imported by: graph, resolvers.
package model
