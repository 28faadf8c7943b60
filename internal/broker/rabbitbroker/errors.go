package rabbitbroker

import (
	"errors"
	"fmt"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// classify gives a report of the library or the network its code: no
// connection, or an argument that only an operator can mend.
func classify(err error) error {
	var e *amqp.Error
	if errors.As(err, &e) && e.Code == amqp.PreconditionFailed {
		return fault.Wrap(fault.Conflict, fmt.Errorf("rabbitbroker: a queue or exchange exists with other arguments; "+
			"drain and delete it, and it is declared anew: %w", err))
	}
	return noConnection(err)
}

// noConnection: nothing was sent.
func noConnection(cause error) error {
	if errors.Is(cause, broker.ErrUnavailable) {
		return cause
	}
	return fault.Wrap(fault.Unavailable, fmt.Errorf("%w: %w", broker.ErrUnavailable, cause))
}

// unconfirmed: sent, wholly or in part, with an unknown outcome.
func unconfirmed(cause error) error {
	return fault.Wrap(fault.Unavailable, fmt.Errorf("%w: %w", broker.ErrUnconfirmed, cause))
}

// refused: the queue is full. RabbitMQ refuses for hardly any other reason.
func refused() error { return fault.Wrap(fault.Unavailable, broker.ErrFull) }

// unroutable: the broker gave it back.
func unroutable() error { return fault.Wrap(fault.Internal, broker.ErrUnroutable) }
