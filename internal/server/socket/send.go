package socket

import (
	"context"
	"slices"
	"sync"

	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// largeMessage is the size from which a message is sent in several frames, so that a pong or a close frame need not wait for
// all of it, and each frame has its own deadline. Its parts are not copied, because many sockets may send the same.
const largeMessage = 64 << 10

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// write sends a text message that is made of parts; false if the socket closes or was cut.
func (s *socket) write(parts ...[]byte) bool {
	ctx, size := context.Background(), 0 // meteredConn sets the deadline
	for _, part := range parts {
		size += len(part)
	}
	switch {
	case size > largeMessage:
		return s.writeLarge(ctx, parts) == nil
	case len(parts) == 1:
		return s.conn.Write(ctx, websocket.MessageText, parts[0]) == nil
	}
	b := buffers.Get().(*[]byte) // the pool holds nothing else
	defer buffers.Put(b)
	*b = (*b)[:0]
	for _, part := range parts {
		*b = append(*b, part...)
	}
	return s.conn.Write(ctx, websocket.MessageText, *b) == nil
}

func (s *socket) writeLarge(ctx context.Context, parts [][]byte) error {
	w, err := s.conn.Writer(ctx, websocket.MessageText)
	if err != nil {
		return err
	}
	for _, part := range parts {
		for frame := range slices.Chunk(part, largeMessage) {
			if _, err := w.Write(frame); err != nil {
				return err
			}
		}
	}
	return w.Close()
}

// Cut cuts the connection, even in the middle of a close handshake.
func (s *socket) Cut() { _ = s.metered.Conn.Close() }

// cutAsync cuts the connection, and does not wait: TLS sends a record first.
func (s *socket) cutAsync() { go s.Cut() }

// send sends a message of an operation; payload is JSON, or nil.
func (s *socket) send(id, kind string, payload []byte) bool {
	var room [headSize]byte
	return s.write(appendHead(room[:0], id, kind, payload != nil), payload, closeBrace)
}

// sendEvent sends the answer to an event.
func (op *operation) sendEvent(answer []byte) bool {
	defer op.follow.Sent()
	if op.follow.Counted() {
		defer op.follow.StartSending(op.socket.cutAsync)()
	}
	return op.socket.send(op.id, "next", answer)
}

// end sends the last message, unless the client ended it before, and frees the id.
func (op *operation) end(kind string, payload []byte) {
	if op.socket.ops.release(op) {
		op.socket.send(op.id, kind, payload)
	}
}

// fail ends the operation with an error message and returns its code.
func (op *operation) fail(ctx context.Context, err error) string {
	errs := op.socket.Engine.ErrorsOf(ctx, err)
	op.end("error", marshalErrors(errs))
	return present.CodeOf(errs)
}

// finish releases everything that the operation holds. Nothing may follow it.
func (op *operation) finish(code string) {
	s := op.socket
	op.cancel()
	if op.follow != nil {
		op.follow.Close()
	}
	if op.asked.Kind == string(ast.Subscription) {
		s.Engine.SubscriptionsOpen(-1)
	}
	s.Engine.Observe(context.Background(), op.asked, code, op.since) // the trace of an operation ended with its answer
	s.ops.running.Done()
	s.atWork.Done()
}

// recovering turns a panic into the operation's error.
func (op *operation) recovering(ctx context.Context) {
	if v := recover(); v != nil {
		op.finish(op.fail(ctx, op.socket.Presenter.Recovered(ctx, v)))
	}
}

// sendError answers a subscribe that did not become an operation.
func (s *socket) sendError(id string, err error) {
	s.send(id, "error", marshalErrors(s.Engine.ErrorsOf(s.who, err)))
}
