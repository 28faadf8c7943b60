// Package outbox publishes what the store says is due. A saga is published at
// once after its commit; whatever that misses — a dead process, a broker that was
// down or lost the message, a full window — is still due in the store, and the
// sweeper leases and publishes it again. There is no other recovery path.
//
// The Dispatcher publishes and the Sweeper leases. What both have to know of the
// operadores is on the Board: neither of the two knows the other's insides.
//
// Imported by: app, app/metrics, tests.
package outbox
