package socket

import "context"

// enter prepares the context of a piece of work, which stop ends; call leave after it.
func (op *operation) enter() context.Context {
	t := &op.socket.ops
	ctx, cancel := context.WithCancel(op.socket.who)
	t.mu.Lock()
	defer t.mu.Unlock()
	if op.stopped {
		cancel()
	}
	op.cancel = cancel
	return ctx
}

func (op *operation) leave() {
	t := &op.socket.ops
	t.mu.Lock()
	cancel := op.cancel
	op.cancel = nil
	t.mu.Unlock()
	cancel()
}
