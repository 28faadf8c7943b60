// Package model holds what the API has beyond the domain's own types: generated
// inputs and payloads, and the connections.
//
// Imported by: graph, resolvers.
package model
