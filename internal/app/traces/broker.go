package traces

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Broker makes spans of the messages that belong to a trace: of each publishing, and of each handling in whatever
// process, within it.
func (t *Traces) Broker(b broker.Broker) broker.Broker {
	if t == nil {
		return b
	}
	return tracedBroker{b, t}
}

type tracedBroker struct {
	broker.Broker
	t *Traces
}

// Publish implements broker.Broker.
func (b tracedBroker) Publish(ctx context.Context, m broker.Message) error {
	of := recorded(m.Traceparent)
	if !of.IsSampled() {
		return b.Broker.Publish(ctx, m)
	}
	ctx, span := b.t.within(ctx, of, "publish "+broker.Exchange, trace.SpanKindProducer, attributesOf(m, broker.Exchange, "publish", "send")...)
	defer span.End()
	m.Traceparent = traceparentOf(span.SpanContext())
	err := b.Broker.Publish(ctx, m)
	if err != nil {
		fail(span, string(fault.CodeOf(err)))
	}
	return err
}

// Consume implements broker.Broker.
func (b tracedBroker) Consume(ctx context.Context, queue string, h broker.Handler) error {
	return b.Broker.Consume(ctx, queue, func(ctx context.Context, m broker.Message) error {
		of := recorded(m.Traceparent)
		if !of.IsSampled() {
			return h(ctx, m)
		}
		ctx, span := b.t.within(ctx, of, "process "+queue, trace.SpanKindConsumer, attributesOf(m, queue, "process", "process")...)
		defer span.End()
		m.Traceparent = traceparentOf(span.SpanContext()) // what the handler sends on follows from this
		err := h(ctx, m)
		if err != nil {
			fail(span, string(fault.CodeOf(err)))
		}
		return err
	})
}

func attributesOf(m broker.Message, destination, operation, kind string) []attribute.KeyValue {
	return []attribute.KeyValue{
		rabbitMQ, messageDestination.String(destination), messageOperation.String(operation), messageKind.String(kind),
		messageKey.String(m.Type), messageID.String(m.ID), messageSaga.String(m.SagaID), messageAttempt.Int(m.Intento),
	}
}
