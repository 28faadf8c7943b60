package listener

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// crowding paces connections without TLS of addresses that open many: a thousand that come at once, with a header of
// 30 KB each, took every processor for a tenth of a second, and all others waited for as long. What waits has said its
// first byte, and holds nothing but its connection. With TLS handshakes take turns instead.
type crowding struct {
	often *quota.Ledger // addresses that opened some lately
	pace  *quota.Pace
}

// An address opens so many connections before it waits, and one more with each tenth of a second. Its count goes so far.
const (
	unhurried   = 100
	regained    = 10
	mostHurried = 10 * unhurried
)

// together is how many of those that wait begin together, after a quiet time.
const together = 16

func newCrowding(cfg Config) *crowding {
	return &crowding{
		often: quota.New(quota.Config{PerSecond: regained, Burst: mostHurried, Subjects: addresses}, cfg.Clock),
		pace:  quota.NewPace(cfg.Crowding, together, 0, cfg.Clock),
	}
}

// wait returns when a connection of an address may go on; "" are proxies, of which each speaks for many.
func (w *crowding) wait(ctx context.Context, client string) error {
	if client == "" {
		return nil
	}
	s := w.often.Owe(client, 1)
	lately := s.Limit - s.Remaining
	if lately <= unhurried {
		return nil
	}
	return w.pace.Wait(ctx, client, lately)
}
