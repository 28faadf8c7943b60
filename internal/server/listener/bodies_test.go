package listener_test

import (
	"bytes"
	"io"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestBodiesThatNobodyReadsAreBounded: what of them came over HTTP/2, for as long as nobody reads them. Nothing is lost,
// whoever reads goes on meanwhile, and what ended gives its room back.
func TestBodiesThatNobodyReadsAreBounded(t *testing.T) {
	const connections, window, most = 20, 256 << 10, 1 << 20
	var read atomic.Int64
	begun, on := make(chan struct{}, connections), make(chan struct{})
	s := serve(t, withTLS(t, listener.Config{Bodies: most, Window: window, Stream: window, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			begun <- struct{}{}
			<-on
		}
		_, _ = io.Copy((*counted)(&read), r.Body)
	})}))
	content := frame(data, 0, 1, make([]byte, 16<<10))
	var all []*http2
	for range connections {
		c := newHTTP2(t, s, "127.0.0.1")
		c.send(t, post(1, endHeaders))
		<-begun
		for range window >> 14 {
			c.send(t, content)
		}
		all = append(all, c)
	}
	// Those that are bounded have a frame more each than what is not counted of them.
	waitFor(t, "the room is taken", func() bool { return s.Unread() > most })
	if n := s.Unread(); n > most+connections*(16<<10) {
		t.Errorf("%d bytes are there", n)
	}
	upload(t, s, 4<<20)
	if n := read.Load(); n != 4<<20 {
		t.Errorf("%d bytes were read beside them", n)
	}
	close(on)
	for _, c := range all[:connections/2] {
		c.send(t, frame(data, endStream, 1, nil))
	}
	waitFor(t, "what was sent is read", func() bool { return read.Load() == 4<<20+connections*window })
	for _, c := range all {
		_ = c.Close()
	}
	waitFor(t, "the room is free", func() bool { return s.Unread() == 0 })
}

// counted counts what is written.
type counted atomic.Int64

func (c *counted) Write(b []byte) (int, error) {
	(*atomic.Int64)(c).Add(int64(len(b)))
	return len(b), nil
}

// upload sends a body over HTTP/2.
func upload(t *testing.T, s *listener.Server, length int) {
	t.Helper()
	tr := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: insecure()}
	defer tr.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, s.URL(), bytes.NewReader(make([]byte, length)))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := tr.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.ProtoMajor != 2 || resp.StatusCode != http.StatusOK {
		t.Error(resp.Proto, resp.Status)
	}
}
