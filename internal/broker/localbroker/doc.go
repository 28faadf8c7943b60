// Package localbroker is port broker.Broker inside one process: the embedded
// profile's broker, and the twin of RabbitMQ that fast tests run on. It routes by
// the tables of package broker, judges handlers by broker.Execute, and keeps
// everything in memory: a crash loses it, and the outbox, which holds every
// command until it is done, publishes it again.
//
// It runs no goroutine of its own. Publish works in the caller's, a Consume adds
// one per running handler, and retries wait in timers.
//
// Imported by: app.
package localbroker
