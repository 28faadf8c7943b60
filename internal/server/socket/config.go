package socket

import (
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// Config is what sockets are made of. All of it is required.
type Config struct {
	Engine      *engine.Engine
	Budget      *budget.Budget
	Connections *drain.Connections
	Verifier    caller.Verifier
	Presenter   present.Presenter
	Limits      limits.Limits
	Metrics     Metrics
	Log         *slog.Logger
	Clock       func() time.Time
}

// Metrics counts sockets. Its method may be called at any time.
type Metrics interface {
	// SocketsOpen moves the gauge up and down.
	SocketsOpen(delta int)
}

const subprotocol = "graphql-transport-ws"

// closeWait is how long a client may take to agree to a close.
const closeWait = 5 * time.Second

// frames are the limits of the protocol below.
func (cfg Config) frames() ws.Limits {
	l := cfg.Limits
	return ws.Limits{Message: l.Message, Grace: l.ReadGrace, Rate: l.ReadRate, Write: l.Write, Close: closeWait, Clock: cfg.Clock}
}

// round is how often the alarms are looked through, and so how late one may be.
func (cfg Config) round() time.Duration {
	l := cfg.Limits
	return max(min(time.Second, min(l.Init, l.Ping, l.Pong)/8), time.Millisecond)
}
