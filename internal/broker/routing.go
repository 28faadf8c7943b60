package broker

import (
	"errors"
	"slices"
)

// Takes reports whether a message with the key belongs in the queue.
func (q Queue) Takes(key string) bool {
	return slices.ContainsFunc(q.Keys, func(pattern string) bool { return Matches(pattern, key) })
}

// FindQueue looks a work queue up by its name.
func FindQueue(name string) (Queue, bool) {
	i := slices.IndexFunc(Queues, func(q Queue) bool { return q.Name == name })
	if i < 0 {
		return Queue{}, false
	}
	return Queues[i], true
}

// IsPureEvent reports whether the key is news that no work queue takes, such as
// documento.deletion.progress. It may well have no listener at the moment, so
// publishing it is never unroutable.
func IsPureEvent(key string) bool {
	for _, q := range Queues {
		if q.Takes(key) {
			return false
		}
	}
	return slices.ContainsFunc(EventKeys, func(pattern string) bool { return Matches(pattern, key) })
}

// MaxShort is the longest attribute that AMQP carries in a short string.
const MaxShort = 255

// ErrMalformed: the message lacks what every message must have. Repeating is useless.
var ErrMalformed = errors.New("broker: malformed message")

// Check returns ErrMalformed unless the message has an ID and a Type, both
// short enough for every adapter, and an attempt number from 1.
func (m Message) Check() error {
	for _, s := range []string{m.ID, m.Type} {
		if s == "" || len(s) > MaxShort {
			return ErrMalformed
		}
	}
	if len(m.Source) > MaxShort || len(m.SagaID) > MaxShort || m.Intento < 1 {
		return ErrMalformed
	}
	return nil
}
