package ws_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// account pays for so many frames, and keeps so many bytes.
type account struct {
	mu                  sync.Mutex
	frames, room        int
	skips               bool
	kept, most, dropped int
}

func (a *account) Frame(int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.frames--; a.frames < 0 {
		return ws.Ending(4429, "too many frames")
	}
	return nil
}

func (a *account) Keep(bytes int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept+bytes > a.room && a.skips {
		a.kept = 0
		return ws.ErrSkip
	}
	if a.kept+bytes > a.room {
		return ws.Ending(1013, "no room")
	}
	a.kept += bytes
	a.most = max(a.most, a.kept)
	return nil
}

func (a *account) Drop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dropped, a.kept = a.dropped+a.kept, 0
}

// must reads a frame.
func (c *client) must() (first byte, payload string) {
	c.t.Helper()
	first, payload, err := c.frame()
	if err != nil {
		c.t.Fatal(err)
	}
	return first, payload
}

// charged echoes messages that an account pays for.
func charged(t *testing.T, l ws.Limits, a *account) *client {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := ws.Accept(w, r, &l, "echo", "other")
		if err != nil {
			return
		}
		c.Charge(a)
		go func() {
			defer c.Free()
			for err == nil {
				var kind ws.Kind
				var message []byte
				c.Rest()
				if kind, message, err = c.Read(); kind == ws.Text || kind == ws.Cut {
					err = errors.Join(err, c.Write(ws.Whole(message)))
					a.Drop()
				}
			}
		}()
	}))
	t.Cleanup(srv.Close)
	return dial(t, srv)
}

// TestEveryFrameIsPaid: of any kind, empty or not, and before it is answered.
func TestEveryFrameIsPaid(t *testing.T) {
	for name, frame := range map[string][]byte{
		"pings":            masked(0x89, ""),
		"pings with bytes": masked(0x89, strings.Repeat("x", 125)),
		"pongs":            masked(0x8a, ""),
		"messages":         masked(0x81, "x"),
		"empty messages":   masked(0x81, ""),
		"empty fragments":  masked(0x00, ""),
		"fragments":        masked(0x00, "x"),
	} {
		t.Run(name, func(t *testing.T) {
			a := &account{frames: 3, room: 1 << 20}
			c := charged(t, limits, a)
			if strings.HasSuffix(name, "fragments") {
				c.send(masked(0x01, "")...)
				a.mu.Lock()
				a.frames++
				a.mu.Unlock()
			}
			for range 4 {
				c.send(frame...)
			}
			answers := 0
			for {
				op, payload := c.must()
				if op == 0x88 {
					if payload != "\x11\x4dtoo many frames" {
						t.Errorf("%q", payload)
					}
					break
				}
				answers++
			}
			if answers > 3 {
				t.Errorf("%d frames were answered", answers)
			}
		})
	}
}

// TestPartsAreCounted: before they are kept, by the memory that they take, until nothing
// will come of them.
func TestPartsAreCounted(t *testing.T) {
	l := limits
	l.Message = 100 << 10
	a := &account{frames: 1000, room: 40 << 10}
	c := charged(t, l, a)
	c.send(masked(0x01, strings.Repeat("x", 1000))...)
	c.send(masked(0x80, strings.Repeat("x", 9000))...)
	if op, payload := c.must(); op != 0x81 || len(payload) != 10000 {
		t.Fatal(op, len(payload))
	}
	if a.most < 10000 || a.most > 20000 {
		t.Errorf("%d bytes were counted for 10,000", a.most)
	}
	c.send(masked(0x01, strings.Repeat("x", 60<<10))...)
	if op, payload := c.must(); op != 0x88 || payload != "\x03\xf5no room" {
		t.Errorf("%x %q", op, payload)
	}
	if a.kept != 0 {
		t.Errorf("%d bytes are still counted", a.kept)
	}
}

// TestMessageWithoutRoomIsSkipped: its beginning is known, and the next one is whole.
func TestMessageWithoutRoomIsSkipped(t *testing.T) {
	l := limits
	l.Message = 100 << 10
	long := "beginning" + strings.Repeat("x", 60<<10)
	c := charged(t, l, &account{frames: 1000, room: 10 << 10, skips: true})
	for name, send := range map[string][]byte{
		"whole":    masked(0x81, long),
		"in parts": append(append(append(masked(0x01, long[:5000]), masked(0x00, long[5000:50000])...), masked(0x89, "ping")...), masked(0x80, long[50000:])...),
	} {
		c.send(send...)
		c.send(masked(0x81, "next")...)
		if name == "in parts" {
			c.expect(0x8a, "ping")
		}
		if op, payload := c.must(); op != 0x81 || !strings.HasPrefix(payload, "beginningx") || len(payload) > 1<<10 {
			t.Errorf("%s: %x, %d bytes", name, op, len(payload))
		}
		c.expect(0x81, "next")
	}
	c.send(masked(0x81, strings.Repeat("x", 101<<10))...)
	c.expectClose(1009)
}

// TestUnfinishedMessageHasItsTime: neither silence between its parts nor pings win more.
func TestUnfinishedMessageHasItsTime(t *testing.T) {
	for name, between := range map[string][]byte{"silence": nil, "pings": masked(0x89, "")} {
		t.Run(name, func(t *testing.T) {
			l, a := limits, &account{frames: 1 << 20, room: 1 << 20}
			l.Grace = 50 * time.Millisecond
			c := charged(t, l, a)
			c.send(masked(0x01, "beginning")...)
			done := make(chan struct{})
			go func() {
				defer close(done)
				for between != nil {
					if _, err := c.conn.Write(between); err != nil {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
			}()
			for {
				op, payload := c.must()
				if op == 0x8a {
					continue
				}
				if op != 0x88 || payload != "\x03\xf0message too slow" {
					t.Errorf("%x %q", op, payload)
				}
				break
			}
			_ = c.conn.Close()
			<-done
			if a.dropped == 0 {
				t.Error("the bytes are still counted")
			}
		})
	}
}
