// Package broker is the port of the message broker. It names no product. It asks for
// confirmed publishing, work queues with retry tiers and dead letters, and a private
// copy of the events for every process.
//
// Imported by: app, app/{metrics,traces}, broker/{localbroker,rabbitbroker}, eliminacion, operacion, outbox, tests.
package broker
