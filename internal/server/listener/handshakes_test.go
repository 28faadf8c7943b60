package listener_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

var trusting = &tls.Config{InsecureSkipVerify: true} //nolint:gosec // a certificate of the test

// greeters are clients that shake hands with a server whose only place to do so is taken.
type greeters struct {
	server  *listener.Server
	release func()
	group   sync.WaitGroup
	n       int

	mu   sync.Mutex
	done []string // their addresses, in the order in which the server answered them
}

func greet(t *testing.T, cfg listener.Config) *greeters {
	t.Helper()
	cfg.Handler, cfg.Handshakes = answer("yes"), 1
	g := &greeters{server: serve(t, withTLS(t, cfg))}
	g.server.OnHello(func(remote net.Addr) {
		g.mu.Lock()
		defer g.mu.Unlock()
		host, _, _ := net.SplitHostPort(remote.String())
		g.done = append(g.done, host)
	})
	return g
}

// greeted is a handshake that is over on both sides.
func (g *greeters) greeted(t *testing.T) {
	t.Helper()
	if !ask(t, tls.Client(dial(t, g.server, "127.0.0.1"), trusting)) {
		t.Fatal("no answer")
	}
}

func (g *greeters) hold(t *testing.T) {
	t.Helper()
	var err error
	if g.release, err = g.server.TakeHandshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.done = nil
}

// comes has one more say hello, and waits until it waits.
func (g *greeters) comes(t *testing.T, from string) {
	t.Helper()
	c := tls.Client(dial(t, g.server, from), trusting)
	g.n++
	g.group.Go(func() {
		if err := c.HandshakeContext(t.Context()); err != nil {
			t.Error(err)
		}
	})
	waitFor(t, "it waits", func() bool { return g.server.Greeting() == g.n })
}

// goOn lets them shake hands.
func (g *greeters) goOn() []string {
	g.release()
	g.group.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n = 0
	return g.done
}

// TestHandshakesTakeTurns: twenty of one address wait for the processor, and one of another is
// answered with the first of them.
func TestHandshakesTakeTurns(t *testing.T) {
	g := greet(t, listener.Config{})
	g.hold(t)
	for range 20 {
		g.comes(t, "127.0.0.1")
	}
	g.comes(t, "127.0.0.2")
	if at := slices.Index(g.goOn(), "127.0.0.2"); at > 5 {
		t.Errorf("the other address was answered as number %d", at)
	}
}

// TestWhoComesOftenIsGreetedLater: an address that was greeted thirty times comes after those that were not.
func TestWhoComesOftenIsGreetedLater(t *testing.T) {
	g := greet(t, listener.Config{})
	for range 30 {
		g.greeted(t)
	}
	g.hold(t)
	for range 3 {
		g.comes(t, "127.0.0.1")
	}
	for i := range 12 {
		g.comes(t, fmt.Sprint("127.0.1.", 1+i%3))
	}
	// Served by their turn alone it would be among the first four.
	if done := g.goOn(); slices.Index(done, "127.0.0.1") < 5 {
		t.Error(done)
	}
}

// TestTheKnownAreGreetedFirst: an address that was greeted ten times, and did something good, comes before those that
// come for the first time. A thousand of these at once kept it out for ten seconds.
func TestTheKnownAreGreetedFirst(t *testing.T) {
	g := greet(t, listener.Config{Known: func(client string) bool { return client == "127.0.0.1" }})
	for range 10 {
		g.greeted(t)
	}
	g.hold(t)
	for i := range 12 {
		g.comes(t, fmt.Sprint("127.0.1.", 1+i))
	}
	for range 3 {
		g.comes(t, "127.0.0.1")
	}
	if done := g.goOn(); !slices.Equal(done[:3], []string{"127.0.0.1", "127.0.0.1", "127.0.0.1"}) {
		t.Error(done)
	}
}

// TestAHurryOfTheKnownWaits as all do.
func TestAHurryOfTheKnownWaits(t *testing.T) {
	g := greet(t, listener.Config{Known: func(client string) bool { return client == "127.0.0.1" }, Clock: stopped()})
	for range 30 {
		g.greeted(t)
	}
	g.hold(t)
	g.comes(t, "127.0.0.1")
	for i := range 12 {
		g.comes(t, fmt.Sprint("127.0.1.", 1+i))
	}
	if done := g.goOn(); slices.Index(done, "127.0.0.1") < 12 {
		t.Error(done)
	}
}

// stopped is a clock that stands: nothing is forgotten, and nobody waits for too long.
func stopped() func() time.Time {
	now := time.Now()
	return func() time.Time { return now }
}

// TestWhoWaitsToBeGreetedHoldsLittle: no buffer and no state of TLS, as one that says nothing. The side
// of the test is in the figure.
func TestWhoWaitsToBeGreetedHoldsLittle(t *testing.T) {
	const connections, most = 300, 12 << 10
	g := greet(t, listener.Config{})
	g.greeted(t) // what is made once
	g.hold(t)
	defer g.release()
	text, before := hello(2000, 2000), taken()
	for range connections {
		if _, err := dial(t, g.server, "127.0.0.1").Write(text); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, "all wait", func() bool { return g.server.Greeting() == connections })
	if each := (taken() - before) / connections; each > most {
		t.Errorf("a connection that waits holds %d bytes, want at most %d", each, most)
	} else {
		t.Log(each)
	}
}

// TestWhoIsPushedOutWaitsNoMore: a crowd that says hello and waits is no more than there are places.
func TestWhoIsPushedOutWaitsNoMore(t *testing.T) {
	const places, crowd = 4, 12
	g := greet(t, listener.Config{Connections: places})
	g.hold(t)
	defer g.release()
	ended := make(chan bool, crowd)
	for range crowd {
		c := dial(t, g.server, "127.0.0.1")
		if _, err := c.Write(hello(200, 200)); err != nil {
			t.Fatal(err)
		}
		go func() { ended <- isEnded(c) }()
	}
	for range crowd - places {
		if !<-ended {
			t.Fatal("it is not pushed out")
		}
	}
	waitFor(t, "four wait", func() bool { return g.server.Greeting() == places })
}

// TestHandshakePlacesComeBack: whatever becomes of a handshake.
func TestHandshakePlacesComeBack(t *testing.T) {
	shake := func(version uint16) func(net.Conn) {
		return func(c net.Conn) {
			cfg := trusting.Clone()
			cfg.MaxVersion = version
			if err := tls.Client(c, cfg).Handshake(); err != nil {
				t.Error(err)
			}
		}
	}
	write := func(b []byte) func(net.Conn) { return func(c net.Conn) { _, _ = c.Write(b) } }
	for name, say := range map[string]func(net.Conn){
		"TLS 1.2": shake(tls.VersionTLS12), "TLS 1.3": shake(tls.VersionTLS13),
		"no TLS": write([]byte("GET / HTTP/1.1\r\n\r\n")), "half": write(hello(500, 100)), "nonsense": write(hello(500, 500)), "nothing": write(nil),
	} {
		t.Run(name, func(t *testing.T) {
			within := hang
			if name == "half" { // nothing else ends it
				within = 200 * time.Millisecond
			}
			g := greet(t, listener.Config{Header: within})
			c := dial(t, g.server, "127.0.0.1")
			say(c)
			if name != "half" {
				_ = c.Close()
			}
			time.Sleep(20 * time.Millisecond) // until it came
			ctx, cancel := context.WithTimeout(t.Context(), hang)
			defer cancel()
			if _, err := g.server.TakeHandshake(ctx); err != nil {
				t.Error("the place is taken: ", err)
			}
		})
	}
}

// TestWhoOwesIsNotGreeted: a thousand that had connected before their address was found to flood would all flood.
func TestWhoOwesIsNotGreeted(t *testing.T) {
	const crowd = 5
	var owes atomic.Bool
	m := &meter{}
	g := greet(t, listener.Config{Metrics: m, Owes: func(client string) bool { return owes.Load() && client == "127.0.0.1" }})
	g.greeted(t)
	g.hold(t)
	ended := make(chan bool, crowd)
	for range crowd {
		c := dial(t, g.server, "127.0.0.1")
		if _, err := c.Write(hello(200, 200)); err != nil {
			t.Fatal(err)
		}
		go func() { ended <- isEnded(c) }()
	}
	waitFor(t, "all wait", func() bool { return g.server.Greeting() == crowd })
	g.n = crowd
	g.comes(t, "127.0.0.2")
	owes.Store(true)
	if done := g.goOn(); !slices.Equal(done, []string{"127.0.0.2"}) {
		t.Errorf("answered: %v", done)
	}
	for range crowd {
		if !<-ended {
			t.Fatal("it is not ended")
		}
	}
	if m.get("refused seguidas") != crowd {
		t.Errorf("counted: %v", m.count)
	}
}

// TestHandshakesRest: however many wait, their place is used for a part of the time only.
func TestHandshakesRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		take := listener.WorkOnHandshake(t.Context(), listener.Config{Handshakes: 1, HandshakeShare: 50}, "127.0.0.1")
		leave, err := take()
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond)
		leave()
		since := time.Now()
		if leave, err = take(); err != nil || time.Since(since) != 2*time.Millisecond {
			t.Errorf("the next begins after %v (%v)", time.Since(since), err)
		}
		leave()
	})
}

// TestAHandshakeThatBeganEndsFirst: it holds what TLS keeps, and a hello that waits holds nothing. The hellos of one
// address would be answered one after the other, and none of its handshakes come to its end before.
func TestAHandshakeThatBeganEndsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const hellos = 50
		turn := listener.TurnsOf(listener.Config{Handshakes: 1, HandshakeShare: 50})
		var done []string
		wait := func(what string, take func() error, end func()) {
			go func() {
				if err := take(); err != nil {
					t.Error(err)
				}
				done = append(done, what) // who has the only place
				end()
			}()
			synctest.Wait()
		}
		first := turn("127.0.0.1")
		if err := first.Begin(); err != nil {
			t.Fatal(err)
		}
		for range hellos {
			next := turn("127.0.0.1")
			wait("hello", next.Begin, next.End)
		}
		second := turn("127.0.0.1")
		wait("end", second.GoOn, second.End)
		first.End()
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(done) != hellos+1 || slices.Index(done, "end") > 0 {
			t.Errorf("the end came as number %d of %d", slices.Index(done, "end"), len(done))
		}
	})
}

// TestAHandshakeByBytesKeepsNobodyOut: what ends a handshake goes first, and is a few messages. Who sends them by single
// bytes had sixteen thousand turns for one hello, and ten such connections kept everybody's hello out.
func TestAHandshakeByBytesKeepsNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turn := listener.TurnsOf(listener.Config{Handshakes: 1, HandshakeShare: 100, Header: time.Hour})
		holds := turn("127.0.0.1")
		if err := holds.Begin(); err != nil {
			t.Fatal(err)
		}
		var (
			bytes  atomic.Int64
			before int64
			all    sync.WaitGroup
		)
		for range 10 {
			all.Go(func() {
				for drips, n := turn("127.0.0.2"), 0; n < 1000; n++ {
					if drips.GoOn() == nil {
						bytes.Add(1)
						time.Sleep(time.Microsecond) // what it takes
					}
					drips.End()
				}
			})
		}
		synctest.Wait()
		all.Go(func() {
			honest := turn("127.0.0.3")
			if honest.Begin() == nil {
				before = bytes.Load()
			}
			honest.End()
		})
		synctest.Wait()
		holds.End()
		all.Wait()
		if before > 500 {
			t.Errorf("a hello waited for %d bytes of others", before)
		}
	})
}

// TestNobodyWaitsForEverToBeGreeted: a handshake that has no turn ends in the time for the headers.
func TestNobodyWaitsForEverToBeGreeted(t *testing.T) {
	m := &meter{}
	g := greet(t, listener.Config{Header: 200 * time.Millisecond, Metrics: m})
	g.hold(t)
	defer g.release()
	c := dial(t, g.server, "127.0.0.1")
	if _, err := c.Write(hello(200, 200)); err != nil {
		t.Fatal(err)
	}
	if !isEnded(c) {
		t.Error("it still waits")
	}
	waitFor(t, "it is counted", func() bool { return m.get("ended saludo") == 1 })
}
