package socket

import (
	"context"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// maxUnsent are the messages of a step that go out in one write, and maxUnsentBytes their
// bytes, the last one apart.
const (
	maxUnsent      = 16
	maxUnsentBytes = 64 << 10
)

// next sends an answer soon: with the others of its step.
func (op *operation) next(answer []byte) bool {
	add(&op.unsent, op.id, "next", answer)
	return op.unsent.Messages() < maxUnsent && op.unsent.Len() < maxUnsentBytes || op.flush()
}

func (op *operation) flush() bool {
	if op.follow != nil {
		defer op.follow.Sent()
		if op.follow.Counted() {
			defer op.follow.Sends(op.socket.cutSoon)()
		}
	}
	return op.socket.conn.Send(&op.unsent) == nil
}

// end sends the last message, unless the client ended it before, and frees the id.
func (op *operation) end(kind string, payload []byte) {
	if op.socket.ops.release(op) {
		add(&op.unsent, op.id, kind, payload)
		op.flush()
	}
}

// fail ends the operation with an error message and returns its code.
func (op *operation) fail(ctx context.Context, err error) string {
	errs := op.socket.Engine.ErrorsOf(ctx, err)
	op.end("error", marshalErrors(errs))
	return present.CodeOf(errs)
}

// finish releases everything that the operation holds. It is the operation's last act.
func (op *operation) finish(code string) {
	s := op.socket
	op.unsent.Drop()
	if op.follow != nil {
		op.follow.Close()
	}
	if op.kind == string(ast.Subscription) {
		s.Engine.SubscriptionsOpen(-1)
	}
	s.Engine.Observe(context.Background(), op.kind, code, op.since) // the trace of an operation ended with its answer
	s.ops.running.Done()
	s.atWork.Done()
}

// recovering makes a panic the operation's error.
func (op *operation) recovering(ctx context.Context) {
	if v := recover(); v != nil {
		op.finish(op.fail(ctx, op.socket.Presenter.Recovered(ctx, v)))
	}
}

// sendError answers a subscribe that became no operation.
func (s *socket) sendError(id string, err error) {
	var b ws.Batch
	add(&b, id, "error", marshalErrors(s.Engine.ErrorsOf(s.who, err)))
	_ = s.conn.Send(&b) // a connection that fails ends
}
