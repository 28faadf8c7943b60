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
