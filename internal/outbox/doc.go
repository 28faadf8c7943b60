// Package outbox publishes the commands that are due in the store. A saga's command is
// published at once after its commit. That may be missed: the process died, the broker was
// down or lost the message, or the window was full. The command is then still due in the
// store, and the sweeper leases and publishes it again. There is no other recovery path.
//
// The Dispatcher publishes, the Sweeper leases, and Direct executes without a message. The Board holds the knowledge of
// the operadores that all of them need. handover.go has both crossings to the domain: what a request hands over (Seguir),
// and what becomes of a deletion that was carried on (Handler, tell, handOn).
//
// Imported by: app, app/{metrics,traces}, tests.
package outbox
