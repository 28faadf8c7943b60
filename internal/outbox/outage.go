package outbox

import (
	"context"
	"log/slog"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// outage logs what fails again and again once, and its end: an outage of an hour
// would fill the log with one line a second from every process.
type outage struct {
	log     *slog.Logger
	message string
	lasting fault.Code // of the last failure; empty if the last call succeeded
}

func (o *outage) report(ctx context.Context, err error) {
	if err == nil {
		if o.lasting != "" {
			o.lasting = ""
			o.log.Info("over: " + o.message)
		}
		return
	}
	level, code := slog.LevelWarn, fault.CodeOf(err)
	if code == o.lasting {
		level = slog.LevelDebug
	}
	o.lasting = code
	o.log.Log(ctx, level, o.message, "error", err)
}
