package config

import "time"

// Limites bound what one client can take: transport.Limits, with its fields in
// the same order (the conversion in package app stops compiling otherwise).
type Limites struct {
	Body       int64 `default:"1048576" help:"Bytes of a POST body."`
	Tokens     int   `default:"5000" help:"Lexical tokens of a document."`
	Nodes      int   `default:"2000" help:"Selections of a document, fragments expanded."`
	Repeats    int   `default:"50" help:"Fields of a document that are merged into one."`
	Fragments  int   `default:"100" help:"Fragment definitions of a document."`
	Depth      int   `default:"15" help:"Nested fields, introspection apart."`
	Aliases    int   `default:"50" help:"Aliased fields, introspection apart."`
	Directives int   `default:"50" help:"Directives of a document, fragments expanded."`
	Cost       int   `default:"20000" help:"Price of one operation; a page costs its size times the price of a row."`
	Errors     int   `default:"5" help:"Errors in one response."`
	CacheKiB   int   `default:"16384" name:"cache-kib" help:"Documents kept parsed, in KiB."`

	Request time.Duration `default:"10s" help:"Longest query or mutation."`

	Init      time.Duration `default:"10s" help:"A socket's connection_init is due after this."`
	Ping      time.Duration `default:"25s" help:"Time between two pings of a socket."`
	Pong      time.Duration `default:"10s" help:"A socket that does not answer a ping for this long is dead."`
	Write     time.Duration `default:"10s" help:"Longest write of one message to a socket or stream: how slow a reader may be."`
	KeepAlive time.Duration `default:"15s" help:"Time between two comments on an event stream."`
	Message   int64         `default:"262144" help:"Bytes of a socket's message."`
	PerSocket int           `default:"100" help:"Operations at a time on one socket."`
	Working   int           `default:"4" help:"Of these, how many are worked on until their first answer is sent; the others wait."`
	Sockets   int           `default:"64" help:"Sockets and event streams of one subject at a time."`
	Verify    time.Duration `default:"5s" help:"Longest verification of a token."`

	Silent  int           `default:"256" help:"Sockets of one address that have not sent connection_init; a further one ends the one that has been silent longest. Behind a proxy: of all clients."`
	Unread  int           `default:"10" help:"Operations that a subject without a budget of refusals may still ask for on one socket."`
	Reading int           `default:"0" help:"Unknown documents read at a time; 0 for half of the processors."`
	Hold    time.Duration `default:"25ms" help:"How long a refusal waits that is one of too many."`
	Held    int           `default:"1024" help:"Refusals that wait at a time; others are answered at once."`
}

// Cuota is what one subject may take of this process in time.
type Cuota struct {
	PerSecond  int `default:"100000" help:"Cost that one subject's budget regains per second, in this process; 0 for no budget."`
	Burst      int `default:"2000000" help:"Largest budget of one subject."`
	Concurrent int `default:"256" help:"Requests of one subject at a time; 0 for any number."`

	Refusals      int `default:"10" help:"Refusals that one subject's second budget regains per second; each 4 KiB of what is refused count as one more. Without it nothing of the subject is read. 0 for no such budget."`
	RefusalsBurst int `default:"200" help:"Largest budget of refusals."`
}

func (v *validador) limites(c *Config) {
	l := c.Limit
	for _, n := range []struct {
		flag                  string
		valor, minimo, maximo int64
	}{
		{"limit-body", l.Body, 1 << 10, 64 << 20},
		{"limit-tokens", int64(l.Tokens), 100, 1 << 20},
		{"limit-nodes", int64(l.Nodes), 10, 1 << 20},
		{"limit-repeats", int64(l.Repeats), 1, 10_000},
		{"limit-fragments", int64(l.Fragments), 1, 10_000},
		{"limit-depth", int64(l.Depth), 1, 100},
		{"limit-aliases", int64(l.Aliases), 1, 10_000},
		{"limit-directives", int64(l.Directives), 1, 10_000},
		{"limit-cost", int64(l.Cost), 1, 1 << 30},
		{"limit-errors", int64(l.Errors), 1, 1000},
		{"limit-cache-kib", int64(l.CacheKiB), 64, 1 << 22},
		{"limit-message", l.Message, 1 << 10, 64 << 20},
		{"limit-per-socket", int64(l.PerSocket), 1, 100_000},
		{"limit-unsent", int64(c.LimitUnsent), 4 << 10, 64 << 20},
		{"limit-working", int64(l.Working), 1, 100_000},
		{"limit-sockets", int64(l.Sockets), 1, 1 << 20},
		{"rate-per-second", int64(c.Rate.PerSecond), 0, 1 << 30},
		{"rate-burst", int64(c.Rate.Burst), 1, 1 << 30},
		{"rate-concurrent", int64(c.Rate.Concurrent), 0, 1 << 20},
		{"rate-refusals", int64(c.Rate.Refusals), 0, 1 << 20},
		{"rate-refusals-burst", int64(c.Rate.RefusalsBurst), 1, 1 << 20},
		{"limit-silent", int64(l.Silent), 1, 1 << 20},
		{"limit-unread", int64(l.Unread), 1, 10_000},
		{"limit-reading", int64(l.Reading), 0, 1 << 10},
		{"limit-held", int64(l.Held), 1, 1 << 20},
	} {
		if n.valor < n.minimo || n.valor > n.maximo {
			v.mal(n.flag, "%d is out of range; give a number from %d to %d", n.valor, n.minimo, n.maximo)
		}
	}
	if c.Rate.PerSecond > 0 && c.Rate.Burst < l.Cost {
		v.mal("rate-burst", "%d is less than the price of one operation may be (CARPETA_LIMIT_COST=%d), so such an operation could never run; raise it", c.Rate.Burst, l.Cost)
	}
	if l.Hold < time.Millisecond || l.Hold > time.Second {
		v.mal("limit-hold", "%v is out of range; give a duration from 1ms to 1s", l.Hold)
	}
	v.plazosDeLimites(l)
}

func (v *validador) plazosDeLimites(l Limites) {
	for _, d := range []struct {
		flag  string
		valor time.Duration
	}{
		{"limit-request", l.Request}, {"limit-init", l.Init}, {"limit-ping", l.Ping}, {"limit-pong", l.Pong},
		{"limit-write", l.Write}, {"limit-keep-alive", l.KeepAlive}, {"limit-verify", l.Verify},
	} {
		if d.valor < 10*time.Millisecond || d.valor > 10*time.Minute {
			v.mal(d.flag, "%v is out of range; give a duration from 10ms to 10m", d.valor)
		}
	}
}
