package auth

import (
	"context"
	"log/slog"
	"net/url"
	"time"
)

func (l *remoteKeys) fetch(ctx context.Context) (*keySet, error) {
	at := l.from.JWKSURL
	if at == "" {
		var err error
		if at, err = l.guard.discover(ctx, l.client, l.from.Emisor); err != nil {
			return nil, err
		}
	}
	u, err := url.Parse(at)
	if err == nil {
		err = l.guard.admitsNumber(u)
	}
	if err != nil {
		return nil, err
	}
	return fetchKeySet(ctx, l.client, at)
}

// diary logs the begin and the end of an outage, and one that goes on now and then. An
// issuer that answers well at every second request must not fill the log.
type diary struct {
	log  *slog.Logger
	down bool
	said time.Time
}

const sayAgain = 10 * time.Minute

func (d *diary) write(err error, known *keySet, stale time.Duration, now time.Time) {
	switch {
	case err == nil && d.down:
		d.down = false
		d.log.Info("the issuer's keys are here again")
	case err != nil && now.Sub(d.said) >= sayAgain:
		d.down, d.said = true, now
		var until time.Time
		if known != nil {
			until = known.since.Add(stale)
		}
		d.log.Warn("the issuer's keys cannot be fetched; the known ones stay good for a while", "hasta", until, "error", brief(err))
	}
}

// brief bounds what an issuer can write into our log.
func brief(err error) string {
	const most = 300
	text := err.Error()
	return text[:min(len(text), most)]
}
