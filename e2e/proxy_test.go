package e2e_test

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// line is a network between a client and a server, which the test breaks. It counts what the
// client sends.
type line struct {
	listener net.Listener
	target   atomic.Pointer[string]
	sent     atomic.Int64 // bytes, to the server
	left     atomic.Int64 // bytes until the line is dead
	reached  atomic.Pointer[milestone]
	hush     hush
	work     sync.WaitGroup
}

const endless = 1 << 60

// milestone is what happens once so many bytes were sent to the server: before any more are.
type milestone struct {
	bytes int64
	do    func()
}

func newLine(t *testing.T) *line {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	l := &line{listener: listener}
	l.left.Store(endless)
	ctx, stop := context.WithCancel(context.Background())
	l.work.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			l.work.Go(func() { l.carry(ctx, conn) })
		}
	})
	t.Cleanup(func() { stop(); _ = listener.Close(); l.work.Wait() })
	return l
}

func (l *line) url() string { return "http://" + l.listener.Addr().String() }

// to says where the line leads.
func (l *line) to(t *testing.T, address string) {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	l.target.Store(&u.Host)
}

// carry connects a client to the server until one of them, or the line, hangs up.
func (l *line) carry(ctx context.Context, client net.Conn) {
	defer func() { _ = client.Close() }()
	if l.left.Load() <= 0 {
		return
	}
	server, err := (&net.Dialer{}).DialContext(ctx, "tcp", *l.target.Load())
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	hangUp := context.AfterFunc(ctx, func() { _, _ = client.Close(), server.Close() })
	defer hangUp()
	fromClient, fromServer := heard{client, ctx, &l.hush}, heard{server, ctx, &l.hush}
	back := make(chan struct{})
	go func() {
		defer close(back)
		_, _ = io.Copy(client, fromServer)
		_ = client.Close()
	}()
	l.forward(server, fromClient)
	_, _ = client.Close(), server.Close()
	<-back
}

func (l *line) forward(server io.Writer, client io.Reader) {
	piece := make([]byte, 64<<10)
	for {
		n, err := client.Read(piece)
		if l.left.Add(-int64(n)) <= 0 {
			return
		}
		sent := l.sent.Add(int64(n))
		if m := l.reached.Load(); m != nil && sent >= m.bytes && l.reached.CompareAndSwap(m, nil) {
			m.do()
		}
		if _, errWrite := server.Write(piece[:n]); err != nil || errWrite != nil {
			return
		}
	}
}
