package rabbitbroker

import (
	"log/slog"
	"maps"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// motivoIlegible is the reason of a message that Decode refused.
const motivoIlegible = "MENSAJE_ILEGIBLE"

// retry addresses the next attempt to the tier queue of its delay, by name
// through the default exchange: listeners do not hear of it.
func (s *subscription) retry(m broker.Message, delay time.Duration) parcel {
	return parcel{"", tierName(s.queue.Name, delay), true, encode(m)}
}

// dead addresses the message as it came to the dead letters, with the code of
// the reason and the queue beside it.
func (s *subscription) dead(d amqp.Delivery, motivo string) parcel {
	headers := maps.Clone(d.Headers)
	if headers == nil {
		headers = amqp.Table{}
	}
	headers[headerMotivo] = motivo
	headers[headerCola] = s.queue.Name
	return parcel{broker.DeadLetterExchange, s.queue.DLQ, true, amqp.Publishing{
		Headers: headers, ContentType: d.ContentType, ContentEncoding: d.ContentEncoding,
		DeliveryMode: amqp.Persistent, MessageId: d.MessageId, Type: d.Type, AppId: d.AppId,
		CorrelationId: d.CorrelationId, Timestamp: d.Timestamp, Body: d.Body,
	}}
}

func (s *subscription) log() *slog.Logger {
	return s.b.cfg.Logger.With("componente", "rabbitbroker", "cola", s.queue.Name)
}
