package rabbitbroker_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
)

var complete = broker.Message{
	ID: "e1-minio", Type: broker.MinioCleanup, Source: "servidor", Subject: "d1", SagaID: "s1", Intento: 2,
	Time: time.Date(2026, 11, 21, 1, 2, 3, 456_000_000, time.UTC), OperadorID: "op", Traceparent: "00-a-b-01",
	Data: []byte(`{"version":1}`),
}

// delivered is what arrives of a publishing.
func delivered(p amqp.Publishing) amqp.Delivery {
	return amqp.Delivery{Headers: p.Headers, MessageId: p.MessageId, Type: p.Type, AppId: p.AppId,
		CorrelationId: p.CorrelationId, Timestamp: p.Timestamp.Truncate(time.Second), Body: p.Body}
}

func TestEnvelope(t *testing.T) {
	p, err := rabbitbroker.Encode(complete)
	if err != nil {
		t.Fatal(err)
	}
	want := p
	want.DeliveryMode, want.ContentType, want.MessageId = amqp.Persistent, "application/json", complete.ID
	want.Type, want.AppId, want.CorrelationId, want.Expiration = complete.Type, complete.Source, complete.SagaID, ""
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("properties (-want +got):\n%s", diff)
	}
	got, err := rabbitbroker.Decode(delivered(p))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(complete, got); diff != "" {
		t.Errorf("-sent +got:\n%s", diff)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*amqp.Delivery){
		"no headers":    func(d *amqp.Delivery) { d.Headers = nil },
		"no JSON":       func(d *amqp.Delivery) { d.Body = []byte("hola") },
		"no body":       func(d *amqp.Delivery) { d.Body = nil },
		"version":       func(d *amqp.Delivery) { d.Headers["cloudEvents:specversion"] = "2.0" },
		"version type":  func(d *amqp.Delivery) { d.Headers["cloudEvents:specversion"] = int32(1) },
		"no id":         func(d *amqp.Delivery) { delete(d.Headers, "cloudEvents:id"); d.MessageId = "" },
		"no type":       func(d *amqp.Delivery) { delete(d.Headers, "cloudEvents:type"); d.Type = "" },
		"time":          func(d *amqp.Delivery) { d.Headers["cloudEvents:time"] = "ayer" },
		"attempt 0":     func(d *amqp.Delivery) { d.Headers["x-intento"] = int64(0) },
		"attempt < 0":   func(d *amqp.Delivery) { d.Headers["x-intento"] = int8(-1) },
		"attempt huge":  func(d *amqp.Delivery) { d.Headers["x-intento"] = int64(1) << 62 },
		"attempt type":  func(d *amqp.Delivery) { d.Headers["x-intento"] = "3" },
		"attempt table": func(d *amqp.Delivery) { d.Headers["x-intento"] = amqp.Table{} },
	} {
		p, err := rabbitbroker.Encode(complete)
		if err != nil {
			t.Fatal(err)
		}
		d := delivered(p)
		spoil(&d)
		if m, err := rabbitbroker.Decode(d); !errors.Is(err, broker.ErrMalformed) {
			t.Errorf("%s: decoded as %+v, %v", name, m, err)
		}
	}
}

func TestDecodeAttemptOfOtherClients(t *testing.T) {
	for _, v := range []any{int8(3), int16(3), int32(3), int64(3), uint8(3)} {
		p, err := rabbitbroker.Encode(complete)
		if err != nil {
			t.Fatal(err)
		}
		p.Headers["x-intento"] = v
		if m, err := rabbitbroker.Decode(delivered(p)); err != nil || m.Intento != 3 {
			t.Errorf("%T: %d, %v", v, m.Intento, err)
		}
	}
}

// Whatever Decode accepts, Encode can send on, and it decodes to the same.
func FuzzDecode(f *testing.F) {
	p, err := rabbitbroker.Encode(complete)
	if err != nil {
		f.Fatal(err)
	}
	when := complete.Time.Format(time.RFC3339Nano)
	f.Add("1.0", complete.ID, complete.Type, complete.Source, "d1", when, "s1", int64(2), uint8(0), p.Body)
	f.Add("1.0", "", "", "", "", "", "", int64(0), uint8(1), []byte("{"))
	f.Add("", "i", "t", "s", "x", "0001-01-01T00:00:00Z", "", int64(-1), uint8(2), []byte("null"))
	f.Add("1.0", "i", "t", "s", "x", "2026-01-01T00:00:00.1+23:59", "", int64(1), uint8(3), []byte(`"\ud800"`))
	f.Fuzz(func(t *testing.T, version, id, typ, source, subject, when, saga string, intento int64, kind uint8, body []byte) {
		d := amqp.Delivery{MessageId: id, Type: typ, AppId: source, CorrelationId: saga, Body: body}
		headers := amqp.Table{"cloudEvents:specversion": version, "cloudEvents:subject": subject, "cloudEvents:time": when}
		switch kind % 5 {
		case 0:
			headers["x-intento"] = intento
		case 1:
			headers["x-intento"] = int32(intento)
		case 2:
			headers["x-intento"] = float64(intento)
		case 3:
			headers["cloudEvents:id"], headers["operadorId"] = body, []any{intento}
		}
		if kind < 250 {
			d.Headers = headers
		}
		m, err := rabbitbroker.Decode(d)
		if err != nil {
			if !errors.Is(err, broker.ErrMalformed) {
				t.Fatalf("unclassified: %v", err)
			}
			return
		}
		p, err := rabbitbroker.Encode(m)
		if err != nil {
			t.Fatalf("accepted and cannot be sent on: %v", err)
		}
		again, err := rabbitbroker.Decode(delivered(p))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
