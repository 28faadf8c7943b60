package app

import (
	"net"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// shares are what the process may hold open for its clients.
type shares struct {
	api, perClient, admin int // connections
	files                 int // beside connections
}

// The bounds of shares that nobody chose.
const (
	mostConnections = 16 << 10
	mostAdmin       = 64
	leastAdmin      = 8
	leastFiles      = 32
	mostFiles       = 1 << 10
)

// perConnection is the part of the memory limit, in bytes, for which there is a connection: an idle one takes a third of it, one
// with a request about the half.
const perConnection = 64 << 10

// sharesOf gives the connections of clients half of the descriptors that the process may open, and no more than the memory
// limit (bytes; 0 for none) holds. Admin's are kept apart, and the rest is for files, stores and brokers. Connections and
// perClient are what the operator chose, 0 for nothing. A choice leaves the admin's part alone, and a sixteenth for files.
func sharesOf(descriptors int, memory uint64, connections, perClient int) shares {
	s := shares{api: connections, perClient: perClient, admin: min(max(descriptors/16, leastAdmin), mostAdmin)}
	if s.api == 0 {
		s.api = min(descriptors/2, mostConnections)
		if memory > 0 {
			s.api = min(s.api, int(memory/perConnection))
		}
	}
	s.api = max(1, min(s.api, descriptors-s.admin-max(descriptors/16, leastFiles)))
	if s.perClient == 0 {
		s.perClient = max(s.api/4, 1) // an address may be a city's mobile network
	}
	s.perClient = min(s.perClient, s.api)
	s.files = max(1, min((descriptors-s.api-s.admin)/2, mostFiles))
	return s
}

// tellShares warns of choices that have no room, and tells the metrics how many connections there may be.
func tellShares(p process, s shares) {
	limit := p.cfg.Limit
	if s.api < limit.Connections {
		p.log.Warn("fewer connections than LIMIT_CONNECTIONS: the process may open too few files; raise its limit (ulimit -n)", "connections", s.api)
	}
	if s.perClient < limit.PerAddress {
		p.log.Warn("fewer connections of an address than LIMIT_PER_ADDRESS: there are no more in all", "connections", s.perClient)
	}
	p.metrics.ConnectionsLimit("api", s.api)
	p.metrics.ConnectionsLimit("admin", s.admin)
}

// apiAddress is where clients reach the API.
func apiAddress(p process, s shares) listener.Config {
	proxies := p.cfg.Proxies()
	return listener.Config{
		Name: "api", Addr: p.cfg.Addr, Log: p.log, Clock: p.clock, CertFile: p.cfg.TLSCert, KeyFile: p.cfg.TLSKey,
		Connections: s.api, PerClient: s.perClient, Metrics: p.metrics, Overloaded: site.Overloaded(p.log), Listening: p.public.hear,
		Client: func(remote net.Addr) string { return caller.ConnectionClient(remote.String(), proxies) },
	}
}

// adminAddress is where operators reach the process, whatever clients do.
func adminAddress(p process, s shares) listener.Config {
	return listener.Config{
		Name: "admin", Addr: p.cfg.AdminAddr, Log: p.log, Clock: p.clock, Connections: s.admin, PerClient: s.admin / 2, Metrics: p.metrics,
	}
}
