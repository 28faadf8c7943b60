package app

import (
	"net"

	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// shares divides what this process may hold open.
func (a *App) shares() shares {
	return sharesOf(machine.Descriptors(), a.cfg.Memory().Bytes, a.cfg.Limit.Connections, a.cfg.Limit.PerAddress)
}

// tellShares warns of choices that have no room, and tells the metrics how many connections there may be.
func (a *App) tellShares(s shares) {
	limit := a.cfg.Limit
	if s.api < limit.Connections {
		a.log.Warn("fewer connections than LIMIT_CONNECTIONS: the process may open too few files; raise its limit (ulimit -n)", "connections", s.api)
	}
	if s.perClient < limit.PerAddress {
		a.log.Warn("fewer connections of an address than LIMIT_PER_ADDRESS: there are no more in all", "connections", s.perClient)
	}
	a.metrics.ConnectionsLimit("api", s.api)
	a.metrics.ConnectionsLimit("admin", s.admin)
}

// apiAddress is where clients reach the API.
func (a *App) apiAddress(s shares) listener.Config {
	proxies := a.cfg.Proxies()
	return listener.Config{
		Name: "api", Addr: a.cfg.Addr, Log: a.log, Clock: a.clock, CertFile: a.cfg.TLSCert, KeyFile: a.cfg.TLSKey,
		Connections: s.api, PerClient: s.perClient, Metrics: a.metrics, Overloaded: site.Overloaded(a.log),
		Client: func(remote net.Addr) string { return caller.ConnectionClient(remote.String(), proxies) },
	}
}

// adminAddress is where operators reach the process, whatever clients do.
func (a *App) adminAddress(s shares) listener.Config {
	return listener.Config{
		Name: "admin", Addr: a.cfg.AdminAddr, Log: a.log, Clock: a.clock, Connections: s.admin, PerClient: s.admin / 2, Metrics: a.metrics,
	}
}
