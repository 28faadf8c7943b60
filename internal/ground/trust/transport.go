package trust

import "net/http"

// Around has the failures of a transport explained.
func (p *Peer) Around(next http.RoundTripper) http.RoundTripper {
	if p == nil {
		return next
	}
	return explaining{next, p}
}

type explaining struct {
	http.RoundTripper
	peer *Peer
}

// RoundTrip implements http.RoundTripper.
func (e explaining) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := e.RoundTripper.RoundTrip(r)
	return resp, e.peer.Explain(err)
}

// CloseIdleConnections lets idle connections go.
func (e explaining) CloseIdleConnections() {
	if c, ok := e.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
