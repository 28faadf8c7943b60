package broker

import "time"

// Message is an event or a command. Its members are the CloudEvents attributes
// (id, type, source, subject, time, datacontenttype is always application/json)
// and the extensions that this system needs.
type Message struct {
	ID          string // deterministic per saga and step, so a repeat is recognisable
	Type        string // also the routing key, e.g. documento.minio.cleanup
	Source      string // who sent it
	Subject     string // its subject: the documentoId
	Time        time.Time
	SagaID      string
	Intento     int // execution attempt of the step, from 1
	OperadorID  string
	Traceparent string // W3C trace context, may be empty
	Data        []byte // JSON with a member "version"
}
