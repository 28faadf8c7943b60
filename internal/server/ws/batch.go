package ws

import "sync"

// Message is a text message. Its parts are sent one after the other, so that what many get is there once.
type Message struct{ Head, Body, Tail []byte }

// Whole is a message in one part.
func Whole(b []byte) Message { return Message{Body: b} }

// Batch is text messages that go out together, one frame each. The zero value is empty. One that holds messages is sent
// or dropped: its buffer is lent.
type Batch struct {
	lent     *[]byte  // the frames; nil without any
	large    *Message // what is not copied of the last one
	messages int
}

// A message is put together in a lent buffer, unless it is large.
const maxLent = 64 << 10

var outgoing = sync.Pool{New: func() any { return new([]byte) }}

// Add puts a message at the end, in parts as a Message has. They are copied; body and tail of a large one are not, until
// another one follows.
func (b *Batch) Add(head, body, tail []byte) {
	if b.lent == nil {
		b.lent = outgoing.Get().(*[]byte) // it holds nothing else
	}
	b.settle()
	b.messages++
	size := len(head) + len(body) + len(tail)
	*b.lent = append(appendHeader(*b.lent, opText, size), head...)
	if size > maxLent {
		b.large = &Message{Body: body, Tail: tail}
		return
	}
	*b.lent = append(append(*b.lent, body...), tail...)
}

// settle copies what was not.
func (b *Batch) settle() {
	if b.large != nil {
		*b.lent = append(append(*b.lent, b.large.Body...), b.large.Tail...)
		b.large = nil
	}
}

// Messages is how many there are.
func (b *Batch) Messages() int { return b.messages }

// Len is how many bytes they take.
func (b *Batch) Len() (n int) {
	if b.lent != nil {
		n = len(*b.lent)
	}
	if b.large != nil {
		n += len(b.large.Body) + len(b.large.Tail)
	}
	return n
}

// Drop throws the messages away.
func (b *Batch) Drop() {
	if b.lent != nil && cap(*b.lent) <= maxLent {
		*b.lent = (*b.lent)[:0]
		outgoing.Put(b.lent)
	}
	*b = Batch{}
}

// Send writes the messages, all at once, and empties the batch. A connection that does not take them in time is cut.
func (c *Conn) Send(b *Batch) error {
	defer b.Drop()
	switch {
	case b.lent == nil:
		return nil
	case b.large != nil:
		return c.sendAll(false, *b.lent, b.large.Body, b.large.Tail)
	default:
		return c.sendAll(false, *b.lent)
	}
}

// Write sends messages, all at once.
func (c *Conn) Write(messages ...Message) error {
	var b Batch
	for _, m := range messages {
		b.Add(m.Head, m.Body, m.Tail)
	}
	return c.Send(&b)
}
