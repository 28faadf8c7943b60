package sse

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Config holds the parts of Streams. All of them are required.
type Config struct {
	Engine      *engine.Engine
	Budget      *budget.Budget
	Connections *drain.Connections
	Presenter   present.Presenter
	Denied      func(context.Context) bool // whether a caller's token was revoked
	Limits      limits.Limits
	Clock       func() time.Time
}
