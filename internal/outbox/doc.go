// Package outbox publishes the commands that are due in the store. A saga's command is
// published at once after its commit. That may be missed: the process died, the broker was
// down or lost the message, or the window was full. The command is then still due in the
// store, and the sweeper leases and publishes it again. There is no other recovery path.
//
// The Dispatcher publishes, and the Sweeper leases. The Board holds the knowledge of the
// operadores that both need. Neither of the two knows the other's insides.
//
// Imported by: app, app/{metrics,traces}, tests.
package outbox
