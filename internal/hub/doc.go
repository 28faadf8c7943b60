// Package hub hands the events of sagas to the subscribers of this process. It never
// waits for a subscriber: a subscriber that does not keep up is closed.
//
// Imported by: app, resolvers, server/{engine,sse}, tests.
package hub
