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
	often  *quota.Ledger // addresses whose hellos were answered lately
	rest   *quota.Rest
	within time.Duration // longest wait
}

// The work of a handshake. What ends one is little, and waits for no hello, of others or of the same address: one that
// has begun holds some 50 KiB.
const (
	answersHello  = 10
	endsHandshake = 1
	begun         = " ends" // behind an address: the line of its handshakes that have begun
)

// An address has this many hellos behind it at most, and one less with each second.
const (
	mostHellos = 100
	forgotten  = 1
	addresses  = 1 << 16 // that are remembered
)

// longestRest of a place: about what a signature takes.
const longestRest = 4 * time.Millisecond

func newHandshakes(cfg Config) *handshakes {
	places := cfg.Handshakes
	if places == 0 {
		places = max(1, runtime.GOMAXPROCS(0)/2)
	}
	return &handshakes{
		places: quota.NewTurns(places, 0), often: quota.New(quota.Config{PerSecond: forgotten, Burst: mostHellos, Subjects: addresses}, cfg.Clock),
		rest: quota.NewRest(quota.RestConfig{Places: places, Share: cfg.HandshakeShare, Longest: longestRest, Clock: cfg.Clock}), within: cfg.Header,
	}
}

// weight is that of answering a hello of an address; "" are proxies, of which each speaks for many.
func (h *handshakes) weight(client string) int {
	if client == "" {
		return answersHello
	}
	s := h.often.Owe(client, 1)
	return answersHello * max(s.Limit-s.Remaining, 1)
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
	leave  atomic.Pointer[func()]
}

func (h *handshakes) turn(open context.Context, client string) *turn {
	return &turn{of: h, client: client, open: open}
}

// begin waits for the place to answer a hello in.
func (t *turn) begin() error { return t.take(t.client, t.of.weight(t.client)) }

// goOn waits for the place to work on what came then.
func (t *turn) goOn() error { return t.take(t.client+begun, endsHandshake) }

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
