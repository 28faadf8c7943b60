package e2e_test

import (
	"context"
	"net"
	"sync"
)

// hush is what a network does that swallows packets: nothing passes, nothing is closed, and nobody is told. What was
// under way arrives when it is over, as TCP sends it again, if both sides still want it.
type hush struct {
	mu   sync.Mutex
	over chan struct{} // nil while everything passes
}

func (h *hush) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over == nil {
		h.over = make(chan struct{})
	}
}

// end may be called again.
func (h *hush) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over != nil {
		close(h.over)
		h.over = nil
	}
}

// wait returns when something may pass, or when the network is taken away.
func (h *hush) wait(ctx context.Context) {
	h.mu.Lock()
	over := h.over
	h.mu.Unlock()
	if over == nil {
		return
	}
	select {
	case <-over:
	case <-ctx.Done():
	}
}

// heard is a connection whose other side is not heard while there is a hush; nor is its end.
type heard struct {
	net.Conn
	ctx  context.Context
	hush *hush
}

func (h heard) Read(p []byte) (int, error) {
	n, err := h.Conn.Read(p)
	h.hush.wait(h.ctx)
	return n, err
}
