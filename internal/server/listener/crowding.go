package listener

import "github.com/carpeta-ciudadana/servidor/internal/ground/quota"

// An address opens so many connections before it waits, and one more with each tenth of a second.
const (
	unhurried = 100
	regained  = 10
)

// together is how many of those that wait begin together, after a quiet time.
const together = 16

// newCrowding paces connections without TLS of strangers, and of addresses that open many: a thousand that come at once,
// with a header of 30 KB each, took every processor for a tenth of a second, and all others waited for as long. With TLS
// handshakes take turns instead.
func newCrowding(cfg Config) *quota.Crowd {
	return quota.NewCrowd(quota.CrowdConfig{PerSecond: cfg.Crowding, Together: together, Unhurried: unhurried, Regained: regained, Subjects: addresses, Known: cfg.Known}, cfg.Clock)
}
