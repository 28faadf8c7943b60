package socket

import "context"

// enter prepares the context of a piece of work, which stop ends; call leave after it.
func (op *operation) enter() (ctx context.Context, leave func()) {
	s, t := op.socket, &op.socket.ops
	ctx, cancel := context.WithCancel(s.who)
	t.mu.Lock()
	defer t.mu.Unlock()
	if op.stopped {
		cancel()
	}
	op.cancel = cancel
	return ctx, func() {
		t.mu.Lock()
		op.cancel = nil
		t.mu.Unlock()
		cancel()
	}
}

// await takes one of the socket's places to work in. A client that does not read
// its answers keeps them all, and nothing more is done for it.
func (op *operation) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, op.socket.Limits.Request)
	defer cancel()
	select {
	case op.socket.working <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
