// Package hub hands the events of sagas to the subscribers of this process. It
// never waits for one: who does not keep up is closed.
//
// Imported by: app, resolvers, server/engine, server/sse, tests, tools.
package hub
