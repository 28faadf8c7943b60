package transport_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// hurried has an address begin ten requests and messages at once, and then ten a second.
func hurried(c *transport.Config) {
	c.Crowd = quota.NewCrowd(quota.CrowdConfig{PerSecond: 10, Together: 1, Unhurried: 10, Regained: 1e-3, Subjects: 10}, time.Now)
}

// TestWhatASocketSendsInACrowdIsNotRead: of two hundred messages of a moment others waited for the processor.
func TestWhatASocketSendsInACrowdIsNotRead(t *testing.T) {
	b := start(t, hurried)
	conn := b.rawSocket()
	_, err := conn.Write([]byte(strings.Repeat(frame(0x81, `{"type":"ping"}`), 100)))
	b.must(err)
	b.eventually("the socket waits for its turn", func() bool { return b.api.Beginning() == 1 })
	if pongs := strings.Count(b.readTo(conn, "pong"), "pong"); pongs > 30 {
		t.Errorf("%d of 100 messages were answered at once", pongs)
	}
}

// TestRequestsOfACrowdWait, each for its turn, which comes.
func TestRequestsOfACrowdWait(t *testing.T) {
	b := startSite(t, adapt{site: wholeSite()}, hurried)
	const many = 30
	var answered atomic.Int32
	for range many {
		go func() {
			if a := b.do(request{method: "GET", path: "/objetos/a/b"}); a.status == 200 {
				answered.Add(1)
			}
		}()
	}
	b.eventually("some wait", func() bool { return b.api.Beginning() >= 10 })
	b.eventually("all are answered", func() bool { return answered.Load() == many })
	if n := b.api.Beginning(); n != 0 {
		t.Errorf("%d wait for ever", n)
	}
}

// TestAPageIsToldThatTooManyWait: a browser shows it no refusal that is not for its origin.
func TestAPageIsToldThatTooManyWait(t *testing.T) {
	const origin = "https://app.example"
	whole := wholeSite()
	whole.Origins = []string{origin}
	b := startSite(t, adapt{site: whole}, func(c *transport.Config) {
		c.Crowd = quota.NewCrowd(quota.CrowdConfig{PerSecond: 10, Together: 1, Unhurried: 1, Regained: 1e-3, Most: 1, Subjects: 10}, time.Now)
	})
	const many = 10
	refusals := make(chan string, many)
	for range many {
		go func() {
			a := b.do(request{method: "GET", path: "/objetos/a/b", header: map[string]string{"Origin": origin}})
			if a.status == http.StatusServiceUnavailable {
				refusals <- a.header.Get("Access-Control-Allow-Origin")
				return
			}
			refusals <- ""
		}()
	}
	told := 0
	for range many {
		if allowed := <-refusals; allowed == origin {
			told++
		}
	}
	if told < many/2 {
		t.Errorf("%d of %d are told", told, many)
	}
}

// TestAMessageThatHasBegunIsRead: its parts have a time to come in. A client that sent them at once was taken for slow,
// because the server waited between them.
func TestAMessageThatHasBegunIsRead(t *testing.T) {
	b := start(t, hurried, func(c *transport.Config) { c.Limits.ReadGrace = 300 * time.Millisecond })
	conn := b.rawSocket()
	parts := frame(0x01, `{"type":`) + strings.Repeat(frame(0x00, strings.Repeat(" ", 100)), 100) + frame(0x80, `"ping"}`)
	_, err := conn.Write([]byte(parts))
	b.must(err)
	b.readTo(conn, "pong")
}

// barely has a hundred pieces of work begin at once, and then one a second.
func barely(c *transport.Config) {
	c.Crowd = quota.NewCrowd(quota.CrowdConfig{PerSecond: 1, Together: 100, Unhurried: 1, Regained: 1e-3, Subjects: 10}, time.Now)
}

// soon is more than a stop may take that gives up what waits, and less than those turns would take.
const soon = 15 * time.Second

func (b *bench) stopsSoon() {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), soon)
	defer cancel()
	if err := b.server.Stop(ctx); err != nil {
		b.t.Error(err)
	}
}

// statusOf is 0 where there is no answer.
func statusOf(url string) int {
	resp, err := http.Get(url)
	if err != nil {
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// TestStopGivesUpTheRequestsThatWait, and says so: they kept the process until it was cut off, and heard nothing.
func TestStopGivesUpTheRequestsThatWait(t *testing.T) {
	b := startSite(t, adapt{site: wholeSite()}, barely)
	const many = 140
	answers := make(chan int, many)
	for range many {
		go func() { answers <- statusOf(b.server.URL() + "/objetos/a/b") }()
	}
	b.eventually("all others wait", func() bool { return len(answers)+b.api.Beginning() == many })
	b.stopsSoon()
	told := map[int]int{}
	for range many {
		told[<-answers]++
	}
	if told[200]+told[503] != many || told[503] < 20 {
		t.Error(told)
	}
}

// crowd are sockets of one address that say much at once.
func (b *bench) crowd(many int) (conns []net.Conn) {
	b.t.Helper()
	for range many {
		conns = append(conns, b.rawSocket())
	}
	for _, conn := range conns {
		_, err := conn.Write([]byte(strings.Repeat(frame(0x81, `{"type":"ping"}`), 100)))
		b.must(err)
	}
	return conns
}

// TestStopGivesUpTheSocketsThatWait for a turn to be read: nothing that they say is begun any more.
func TestStopGivesUpTheSocketsThatWait(t *testing.T) {
	b := start(t, barely)
	const many = 40
	b.crowd(many)
	b.eventually("they wait", func() bool { return b.api.Beginning() == many })
	b.stopsSoon()
	if n := b.api.Beginning(); n != 0 {
		t.Errorf("%d wait still", n)
	}
}

// TestWhoWaitsForATurnIsNotDead: its answer to a ping is not read before.
func TestWhoWaitsForATurnIsNotDead(t *testing.T) {
	b := start(t, barely, func(c *transport.Config) { c.Limits.Ping, c.Limits.Pong = 200*time.Millisecond, 200*time.Millisecond })
	conns := b.crowd(8)
	b.eventually("they wait", func() bool { return b.api.Beginning() == len(conns) })
	for _, conn := range conns {
		b.must(conn.SetReadDeadline(time.Now().Add(2 * time.Second)))
		if _, err := io.Copy(io.Discard, conn); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("cut off while it waits: %v", err)
		}
	}
}
