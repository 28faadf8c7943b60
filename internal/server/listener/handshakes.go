package listener

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// maxGreeting is how many bytes a client may send before the handshake is over. A browser
// sends some 2,000. crypto/tls would keep 64 KiB of a hello that does not come to its end.
const maxGreeting = 16 << 10

// handshakes are places to work on handshakes in. A hello costs its sender nothing, and has the server
// sign: with a key of RSA a processor is busy for a millisecond or two. So addresses take turns, one
// that comes often comes after the others, and a part of the processor is kept for those that are
// connected. What waits holds nothing but its connection.
type handshakes struct {
	places *quota.Turns
	known  func(client string) bool // nil: nobody is
	// Addresses whose hellos were answered lately: strangers, and those that are known.
	often, oftenKnown *quota.Ledger

	rest   *quota.Rest
	within time.Duration // longest wait
}

// begun is behind an address: the line of its handshakes that have begun. What ends one is little, and goes first: one
// that has begun holds some 50 KiB.
const begun = " ends"

// An address has this many hellos behind it at most, and one less with each second, or ten if it is known.
const (
	mostHellos     = 100
	forgotten      = 1
	knownForgotten = 10
	addresses      = 1 << 16 // that are remembered
)

// unhurriedHellos of an address that is known go before those of all others.
const unhurriedHellos = 20

// longestRest of a place: about what a signature takes.
const longestRest = 4 * time.Millisecond

func newHandshakes(cfg Config) *handshakes {
	places := cfg.Handshakes
	if places == 0 {
		places = max(1, runtime.GOMAXPROCS(0)/2)
	}
	return &handshakes{
		places: quota.NewTurns(places, 0), known: cfg.Known, often: newHellos(forgotten, cfg.Clock), oftenKnown: newHellos(knownForgotten, cfg.Clock),
		rest: quota.NewRest(quota.RestConfig{Places: places, Share: cfg.HandshakeShare, Longest: longestRest, Clock: cfg.Clock}), within: cfg.Header,
	}
}

func newHellos(perSecond float64, clock func() time.Time) *quota.Ledger {
	return quota.New(quota.Config{PerSecond: perSecond, Burst: mostHellos, Subjects: addresses}, clock)
}

// weight is that of answering a hello of an address; "" are proxies, of which each speaks for many. A thousand strangers
// may be one and the same, and come once each.
func (h *handshakes) weight(client string) int {
	switch {
	case client == "":
		return quota.First
	case h.known == nil || !h.known(client):
		return h.often.Owe(client, 1).Spent()
	}
	if n := h.oftenKnown.Owe(client, 1).Spent(); n > unhurriedHellos {
		return n
	}
	return quota.First
}

func (h *handshakes) take(ctx context.Context, line string, weight int) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, h.within)
	defer cancel()
	if leave, err = h.places.Take(ctx, line, weight); err != nil {
		return nil, err
	}
	return h.rest.After(leave), nil
}

// turn is that of one connection until its handshake is over. It has its place while there is
// work, and none while its client has to send.
type turn struct {
	of     *handshakes
	client string
	open   context.Context // ends when the connection has to
	parts  int             // that came behind the hello
	leave  atomic.Pointer[func()]
}

func (h *handshakes) turn(open context.Context, client string) *turn {
	return &turn{of: h, client: client, open: open}
}

// begin waits for the place to answer a hello in.
func (t *turn) begin() error { return t.take(t.client, t.of.weight(t.client)) }

// mostParts of a handshake behind its hello go first: it has two or three. Single bytes, of ten connections at a time,
// would keep all hellos out.
const mostParts = 10

// goOn waits for the place to work on what came then. What comes in many parts comes behind the hellos, as one more.
func (t *turn) goOn() error {
	if t.parts++; t.parts > mostParts {
		return t.begin()
	}
	return t.take(t.client+begun, quota.First)
}

func (t *turn) take(line string, weight int) error {
	leave, err := t.of.take(t.open, line, weight)
	if err == nil {
		t.leave.Store(&leave)
	}
	return err
}

// end gives the place back, if there is one.
func (t *turn) end() {
	if leave := t.leave.Swap(nil); leave != nil {
		(*leave)()
	}
}
