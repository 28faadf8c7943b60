package sse

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Config is what streams are made of. All of it is required.
type Config struct {
	Engine      *engine.Engine
	Budget      *budget.Budget
	Connections *drain.Connections
	Presenter   present.Presenter
	Denied      func(context.Context) bool // whether a caller's token was taken out of use
	Limits      limits.Limits
	Clock       func() time.Time
}
