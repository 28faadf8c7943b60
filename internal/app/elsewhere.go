package app

import (
	"cmp"
	"net/url"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/web"
)

// elsewhere are the other origins that the citizen's application speaks to.
func (a *App) elsewhere() web.Elsewhere {
	var to web.Elsewhere
	if a.cfg.Profile == config.Distributed {
		to.Files = originOf(cmp.Or(a.cfg.S3Public, a.cfg.S3Endpoint))
	}
	if a.cfg.AppClientID != "" {
		to.Issuer = originOf(a.cfg.AuthIssuer)
	}
	return to
}

// signIn is how the citizen's application signs people in; nil if they bring a token.
func (a *App) signIn() *site.SignIn {
	if a.cfg.AppClientID == "" {
		return nil
	}
	return &site.SignIn{Issuer: a.cfg.AuthIssuer, ClientID: a.cfg.AppClientID, Scope: a.cfg.AppScope, Resource: a.cfg.AppResource}
}

// originOf is a URL without its path.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
