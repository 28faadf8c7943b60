package app

import (
	"cmp"
	"net/url"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/web"
)

// elsewhere are the other origins that the citizen's application speaks to.
func (a *App) elsewhere() web.Elsewhere {
	var to web.Elsewhere
	if a.cfg.Profile == config.Distributed {
		to.Files = originOf(cmp.Or(a.cfg.S3Public, a.cfg.S3Endpoint))
	}
	return to
}

// originOf is a URL without its path.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
