// Package broker says what this server needs from a message broker, without
// naming one: confirmed publishing, work queues with retry tiers and dead
// letters, and a private copy of the events for every process.
//
// Imported by: app, app/metrics, broker/localbroker, broker/rabbitbroker, eliminacion, operacion, outbox, store/dynamostore, tests, tools.
package broker
