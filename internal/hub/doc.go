// Package hub hands events to the subscribers of this process: steps of deletions, news of carpetas, and looks at
// them. It never waits for a subscriber: one that does not keep up is closed.
//
// Imported by: app, resolvers, server/{engine,sse}, tests.
package hub
