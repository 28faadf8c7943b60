package app

import (
	"net"
	"runtime"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// connections divides the descriptors of this process among its addresses.
func (a *App) connections() listener.Shares {
	limit := a.cfg.Limit
	s := listener.Divide(listener.Descriptors(), limit.Connections, limit.PerAddress)
	if s.API < limit.Connections {
		a.log.Warn("fewer connections than LIMIT_CONNECTIONS: the process may open too few files; raise its limit (ulimit -n)", "connections", s.API)
	}
	a.metrics.ConnectionsLimit("api", s.API)
	a.metrics.ConnectionsLimit("admin", s.Admin)
	return s
}

// floodPrice is how many connections one costs its address that was ended for a flood, or for requests that hold too
// much: who comes back has soon none left.
const floodPrice = 100

// stallPrice is the same of one that was ended because it waited for its client, if the address holds much of what waits.
const stallPrice = 10

// eachProcessor is how many connections a second begin on a processor, of strangers and of addresses that open many: they
// take about a tenth of it.
const eachProcessor = 500

// crowding is as much for the whole machine; any number where each address may open any number.
func crowding(perAddress int) int {
	if perAddress == 0 {
		return 0
	}
	return eachProcessor * runtime.GOMAXPROCS(0)
}

// apiAddress is where clients reach the API.
func (a *App) apiAddress(s listener.Shares, from addresses) listener.Config {
	limit, proxies := a.cfg.Limit, a.cfg.Proxies()
	opened := quota.New(quota.Config{PerSecond: float64(a.cfg.Rate.Connections), Burst: a.cfg.Rate.ConnectionsBurst, Subjects: maxSubjects}, a.clock)
	return listener.Config{
		Name: "api", Addr: a.cfg.Addr, Log: a.log, Clock: a.clock, CertFile: a.cfg.TLSCert, KeyFile: a.cfg.TLSKey, Unsent: limit.Unsent,
		Connections: s.API, PerClient: s.PerClient, Resting: limit.IdleMiB << 20, RestingEach: limit.IdleEachMiB << 20, Metrics: a.metrics,
		Admit:   func(client string) bool { _, _, ok := opened.Charge(client, 1); return ok },
		Flooded: func(client string) { opened.Owe(client, floodPrice) },
		Stalled: func(client string) { opened.Owe(client, stallPrice) },
		Owes:    func(client string) bool { _, _, ok := opened.Charge(client, 0); return !ok },
		Client:  func(remote net.Addr) string { return caller.Connected(remote.String(), proxies) },
		Frames:  limit.Frames, FrameBurst: limit.FrameBurst, Window: limit.WindowKiB << 10, Stream: limit.StreamKiB << 10, Bodies: limit.BodiesKiB << 10,
		Crowding: crowding(a.cfg.Rate.Connections), Handshakes: limit.Handshakes, HandshakeShare: limit.HandshakeShare,
		Known: from.known.Knows, Begin: from.beginStream, Waiting: limit.WaitingKiB << 10,
		Streams: limit.Streams, StreamsEach: limit.StreamsEach, Crowded: site.Crowded(a.log),
	}
}

// adminAddress is where operators reach the process, whatever clients do.
func (a *App) adminAddress(s listener.Shares) listener.Config {
	return listener.Config{
		Name: "admin", Addr: a.cfg.AdminAddr, Log: a.log, Clock: a.clock, Connections: s.Admin, PerClient: s.Admin / 2, Metrics: a.metrics,
	}
}
