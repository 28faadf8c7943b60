// Package localbroker is the port broker.Broker inside one process: the embedded profile's
// broker, and the twin of RabbitMQ for fast tests. It routes by the tables of package
// broker, and judges handlers by broker.Execute. It keeps everything in memory, and a crash
// loses it. The outbox holds every command until it is done, and publishes it again.
//
// The broker runs no goroutine of its own. Publish works in the caller's goroutine, a
// Consume adds one goroutine per running handler, and retries wait in timers.
//
// Imported by: app, tests.
package localbroker
