package app

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// byConsole says to the trail that the command line does what follows.
func byConsole(ctx context.Context) context.Context { return auditoria.Como(ctx, auditoria.Consola) }
