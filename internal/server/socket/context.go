package socket

import "context"

// enter prepares the context of a piece of work, which stop ends; call leave after it.
func (op *operation) enter() (ctx context.Context, leave func()) {
	s, t := op.socket, &op.socket.ops
	ctx, cancel := context.WithCancel(context.WithoutCancel(s.who)) // that never ends, which is found out by a walk
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
