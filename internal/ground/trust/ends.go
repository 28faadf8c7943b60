package trust

import (
	"crypto/tls"
	"time"
)

// Ends is when the certificate that this process shows ends, and the CA by which the service was last known; zero for
// what is not set, and for the CA until a connection says which of the file it is: an old one may stay beside it.
func (p *Peer) Ends() (own, ca time.Time) {
	if p == nil {
		return own, ca
	}
	if shown := p.current(); shown != nil {
		own = shown.Leaf.NotAfter
	}
	if by := p.knownBy.Load(); by != nil {
		ca = *by
	}
	return own, ca
}

// remember keeps when the CA ends that a handshake ended at. Where several would do, that is the one that lasts.
func (p *Peer) remember(c tls.ConnectionState) error {
	var last time.Time
	for _, chain := range c.VerifiedChains {
		if ca := chain[len(chain)-1]; ca.NotAfter.After(last) {
			last = ca.NotAfter
		}
	}
	p.knownBy.Store(&last)
	return nil
}
