package broker

import (
	"encoding/json"
	"errors"
	"fmt"
)

// The bounds of a message, the same for every adapter.
const (
	MaxShort = 255     // bytes of an attribute: what AMQP carries in a short string
	MaxData  = 1 << 20 // bytes of the payload
)

// ErrMalformed says that the message lacks what every message must have. Repeating is useless.
var ErrMalformed = errors.New("broker: malformed message")

// Check returns ErrMalformed unless the message has an ID and a Type, no
// attribute too long to be carried, a time of the years 0 to 9999, an attempt number from 1 and JSON as data.
// Publish refuses anything else.
func (m Message) Check() error {
	switch {
	case m.ID == "" || m.Type == "":
		return fmt.Errorf("%w: no id or no type", ErrMalformed)
	case max(len(m.ID), len(m.Type), len(m.Source), len(m.Subject), len(m.SagaID), len(m.OperadorID), len(m.Traceparent)) > MaxShort:
		return fmt.Errorf("%w: an attribute is longer than %d bytes", ErrMalformed, MaxShort)
	case m.Time.UTC().Year() < 0 || m.Time.UTC().Year() > 9999:
		return fmt.Errorf("%w: a time that RFC 3339 cannot write", ErrMalformed)
	case m.Intento < 1:
		return fmt.Errorf("%w: attempts count from 1", ErrMalformed)
	case len(m.Data) > MaxData || !json.Valid(m.Data):
		return fmt.Errorf("%w: the data is not JSON of at most %d bytes", ErrMalformed, MaxData)
	}
	return nil
}
