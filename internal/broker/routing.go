package broker

import "slices"

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

// QueueFor is the work queue that takes messages with the key; false if none does.
func QueueFor(key string) (Queue, bool) {
	i := slices.IndexFunc(Queues, func(q Queue) bool { return q.Takes(key) })
	if i < 0 {
		return Queue{}, false
	}
	return Queues[i], true
}

// IsPureEvent reports whether the key is news that no work queue takes, such as
// documento.deletion.progress. It may well have no listener at the moment, so
// publishing it is never unroutable.
func IsPureEvent(key string) bool {
	if _, work := QueueFor(key); work {
		return false
	}
	return slices.ContainsFunc(EventKeys, func(pattern string) bool { return Matches(pattern, key) })
}

// DeadLetterQueues are the queues that wait for an operator: one per work queue
// and the one for messages that no queue takes.
func DeadLetterQueues() []string {
	var names []string
	for _, q := range Queues {
		names = append(names, q.DLQ)
	}
	return append(names, UnroutableQueue)
}
