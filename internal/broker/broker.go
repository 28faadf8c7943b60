package broker

import (
	"context"
	"errors"
)

// What Publish can answer besides nil. A caller keeps its own copy of the
// message until Publish returned nil, and repeats it otherwise: every handler
// is idempotent.
var (
	// ErrUnroutable: the broker has no queue for the key. Repeating is useless until the topology is mended.
	ErrUnroutable = errors.New("broker: no queue takes this message; run `carpeta bootstrap`")
	// ErrUnconfirmed: the deadline passed without a confirm. The message may or may not be there.
	ErrUnconfirmed = errors.New("broker: not confirmed in time")
	// ErrFull: the queue has as many messages as it may, and takes no other until one is done.
	ErrFull = errors.New("broker: the queue is full")
	// ErrUnavailable: there is no connection now. The message was not sent.
	ErrUnavailable = errors.New("broker: no connection")
)

// Publisher sends messages and waits for the broker's promise to keep them.
// Calls from several goroutines share one window of confirms.
type Publisher interface {
	// Publish returns nil once the broker confirmed and routed the message.
	// Never waits longer than ctx, or the adapter's own confirm deadline.
	Publish(ctx context.Context, m Message) error
}

// Handler does the work of one message. nil acknowledges it. A transient error
// (fault.Transient) sends a copy to the retry tier with Intento+1, or to the
// dead letters after the policy's last attempt; any other error goes to the
// dead letters at once. A panic counts as a transient error. The context ends
// at the consumer's stop or the handler's deadline.
type Handler func(ctx context.Context, m Message) error

// Consumer delivers the messages of a work queue, at least once, in no
// promised order, at most prefetch (10) at a time.
type Consumer interface {
	// Consume blocks until ctx ends, surviving reconnects, then waits for the
	// handlers under way and returns nil. A message whose handler was cut short is
	// delivered again.
	Consume(ctx context.Context, queue string, h Handler) error
}

// Listener delivers every event to every process.
type Listener interface {
	// Listen blocks until ctx ends. onEvent gets each message whose key matches one
	// of the patterns, one at a time; it must not block. onGap is called before the
	// first event and whenever events may have been missed (a reconnect).
	Listen(ctx context.Context, patterns []string, onEvent func(Message), onGap func()) error
}

// QueueStats are an operator's figures of one queue.
type QueueStats struct {
	Name     string
	Messages int
}

// Health reports whether the broker can be used now.
type Health interface {
	// Ready returns nil if each work queue answers within ctx, and Publish would not
	// fail for want of a connection.
	Ready(ctx context.Context) error
	// DeadLetters counts the messages in each dead-letter queue and the unroutable one.
	DeadLetters(ctx context.Context) ([]QueueStats, error)
}

// Broker is everything an adapter offers.
type Broker interface {
	Publisher
	Consumer
	Listener
	Health
	DeadLetterOffice
	// Bootstrap declares the topology; calling it again changes nothing.
	Bootstrap(ctx context.Context) error
	// Close ends the connections; Consume and Listen must have been ended first.
	Close() error
}
