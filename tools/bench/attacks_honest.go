package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// visitor is an honest client that asks for a page at fixed moments, whatever is still under way.
// Every tenth request is a document that the server does not know, and every fortieth
// comes on a connection of its own, as new visitors do.
type visitor struct {
	ground *ground
	server *server
	stays  *client
	comes  *client
	n      int
}

const honestRate = 200 // requests a second

const honestQuery = `query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { nodes { id titulo estadoDocumento } pageInfo { hasNextPage endCursor } } } }`

func (g *ground) newHonest(s *server) *visitor {
	h := &visitor{ground: g, server: s}
	h.stays = &client{g.api(s) + "/graphql", &http.Client{Timeout: patience, Transport: g.transport(false)}}
	h.comes = &client{g.api(s) + "/graphql", &http.Client{Timeout: patience, Transport: g.transport(true)}}
	return h
}

func (g *ground) transport(anew bool) *http.Transport {
	var c *tls.Config
	if g.front.tls {
		c = g.cert.client.Clone()
	}
	return &http.Transport{
		DialContext:     (&net.Dialer{LocalAddr: g.from}).DialContext,
		MaxConnsPerHost: connections, MaxIdleConnsPerHost: connections, TLSClientConfig: c, ForceAttemptHTTP2: g.front.tls && !anew, DisableKeepAlives: anew,
	}
}

func (h *visitor) close() { h.stays.close() }

// look sends requests for a while, and watches the server.
func (h *visitor) look(ctx context.Context, d time.Duration) (r spell) {
	n := int(d.Seconds() * honestRate)
	r.times = make(sample, n)
	errs := make([]error, n)
	watch := watchMemory(ctx, h.server.cmd.Process.Pid)
	var group sync.WaitGroup
	start, before := time.Now(), h.cpu()
	for i := range n {
		due := start.Add(time.Duration(i) * time.Second / honestRate)
		_ = pauseFor(ctx, time.Until(due))
		h.n++
		c, body := h.request(h.n)
		group.Go(func() {
			_, _, errs[i] = c.raw(ctx, h.ground.token, body)
			r.times[i] = time.Since(due)
		})
	}
	r.core = 100 * float64(h.cpu()-before) / float64(time.Since(start))
	group.Wait()
	r.resident = watch()
	for _, err := range errs {
		if err != nil {
			r.failed++
			r.why = err.Error()
		}
	}
	return r
}

func (h *visitor) request(n int) (*client, []byte) {
	c, query := h.stays, honestQuery
	if n%40 == 0 {
		c = h.comes
	}
	if n%10 == 1 {
		query = fmt.Sprintf("%s # %d", query, n)
	}
	return c, body(query, map[string]any{"c": h.ground.honest.CarpetaID})
}

func (h *visitor) cpu() time.Duration {
	d, _ := cpu(h.server.cmd.Process.Pid) // 0 if it is gone, which the requests tell
	return d
}
