package rabbitbroker

import (
	"fmt"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// The headers of a message. Those of CloudEvents have the prefix of its AMQP
// binding. Matching ignores headers that begin with x-, hence "unroutable".
const (
	specVersion      = "1.0"
	headerVersion    = "cloudEvents:specversion"
	headerID         = "cloudEvents:id"
	headerType       = "cloudEvents:type"
	headerSource     = "cloudEvents:source"
	headerSubject    = "cloudEvents:subject"
	headerTime       = "cloudEvents:time"
	headerSaga       = "sagaId"
	headerOperador   = "operadorId"
	headerTrace      = "traceparent"
	headerIntento    = "x-intento"
	headerUnroutable = "unroutable"
	unroutableValue  = "return"

	// Only on dead letters.
	headerMotivo = "x-motivo"
	headerQueue  = "x-cola"
	headerMuerto = "x-muerto-en"
)

// Encode maps a message to AMQP: the properties are for people with a
// management console, the headers are the truth.
func Encode(m broker.Message) (amqp.Publishing, error) {
	if err := m.Check(); err != nil {
		return amqp.Publishing{}, err
	}
	return encode(m), nil
}

func encode(m broker.Message) amqp.Publishing {
	return amqp.Publishing{
		ContentType: "application/json", DeliveryMode: amqp.Persistent, Body: m.Data,
		MessageId: m.ID, Type: m.Type, AppId: m.Source, CorrelationId: m.SagaID, Timestamp: m.Time,
		Headers: amqp.Table{
			headerVersion: specVersion, headerID: m.ID, headerType: m.Type, headerSource: m.Source,
			headerSubject: m.Subject, headerTime: m.Time.UTC().Format(time.RFC3339Nano),
			headerSaga: m.SagaID, headerOperador: m.OperadorID, headerTrace: m.Traceparent,
			headerIntento: int64(m.Intento), headerUnroutable: unroutableValue,
		},
	}
}

// Decode is the inverse of Encode. It takes whatever strangers publish: it
// never panics, and anything that is not a message of ours is ErrMalformed.
func Decode(d amqp.Delivery) (broker.Message, error) {
	if v := text(d.Headers, headerVersion, ""); v != specVersion {
		return broker.Message{}, fmt.Errorf("%w: CloudEvents version", broker.ErrMalformed)
	}
	intento, err := attempt(d.Headers)
	if err != nil {
		return broker.Message{}, err
	}
	when, err := time.Parse(time.RFC3339Nano, text(d.Headers, headerTime, ""))
	if err != nil {
		return broker.Message{}, fmt.Errorf("%w: time", broker.ErrMalformed)
	}
	m := broker.Message{
		ID: text(d.Headers, headerID, d.MessageId), Type: text(d.Headers, headerType, d.Type),
		Source: text(d.Headers, headerSource, d.AppId), Subject: text(d.Headers, headerSubject, ""),
		Time: when.UTC(), SagaID: text(d.Headers, headerSaga, d.CorrelationId), Intento: intento,
		OperadorID: text(d.Headers, headerOperador, ""), Traceparent: text(d.Headers, headerTrace, ""), Data: d.Body,
	}
	return m, m.Check()
}

func text(h amqp.Table, key, otherwise string) string {
	if s, ok := h[key].(string); ok {
		return s
	}
	return otherwise
}

// attempt reads x-intento in whichever integer type the sender's client chose.
func attempt(h amqp.Table) (int, error) {
	var n int64
	switch v := h[headerIntento].(type) {
	case nil:
		n = 1
	case int64:
		n = v
	case int32:
		n = int64(v)
	case int16:
		n = int64(v)
	case int8:
		n = int64(v)
	case uint8:
		n = int64(v)
	}
	if n < 1 || n > 1<<20 {
		return 0, fmt.Errorf("%w: attempt", broker.ErrMalformed)
	}
	return int(n), nil
}
