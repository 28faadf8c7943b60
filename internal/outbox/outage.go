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
	told    fault.Code // of the failure that lasts; empty if there is none
}

func (o *outage) report(ctx context.Context, err error) {
	if err == nil {
		if o.told != "" {
			o.told = ""
			o.log.Info("over: " + o.message)
		}
		return
	}
	level, code := slog.LevelWarn, fault.CodeOf(err)
	if code == o.told {
		level = slog.LevelDebug
	}
	o.told = code
	o.log.Log(ctx, level, o.message, "error", err)
}
