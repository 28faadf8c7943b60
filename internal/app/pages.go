package app

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/web"
)

// settings are the data for the explorer and the application, with what a command adds.
func settings(c config.Config, logo *site.Logo, more func(site.Settings) site.Settings) func(*http.Request) site.Settings {
	s := site.Settings{Profile: c.Profile, Zone: c.Zona, ByManifest: c.TrustedManifest != "", Identity: identity(c, logo)}
	if c.AppClientID != "" { // otherwise people bring a token
		s.SignIn = &site.SignIn{Issuer: c.AuthIssuer, ClientID: c.AppClientID, Scope: c.AppScope, Resource: c.AppResource}
	}
	return func(*http.Request) site.Settings {
		if more == nil {
			return s
		}
		return more(s)
	}
}

// identity is the operador's, or nil for the application's own.
func identity(c config.Config, logo *site.Logo) *site.Identity {
	i := site.Identity{Name: c.IdentidadNombre, LightAccent: c.IdentidadAcentoClaro, DarkAccent: c.IdentidadAcentoOscuro}
	if logo != nil {
		i.Logo = logo.Address()
	}
	if i == (site.Identity{}) {
		return nil
	}
	return &i
}

// readLogo is the operador's picture, or nil if there is none.
func readLogo(c config.Config) (*site.Logo, error) {
	if c.IdentidadLogo == "" {
		return nil, nil
	}
	logo, err := site.ReadLogo(c.IdentidadLogo)
	if err != nil {
		return nil, fmt.Errorf("CARPETA_IDENTIDAD_LOGO (--identidad-logo): %w", err)
	}
	return logo, nil
}

// elsewhere are the other origins that the citizen's application speaks to.
func elsewhere(c config.Config) (to web.Elsewhere) {
	if c.Profile == config.Distributed {
		to.Files = originOf(cmp.Or(c.S3Public, c.S3Endpoint))
	}
	if c.AppClientID != "" {
		to.Issuer = originOf(c.AuthIssuer)
	}
	return to
}

// origins are those of the pages that may use the API. A proxy may have called
// this server by another name than the browser knows, so PUBLIC_URL's is one.
func origins(c config.Config) []string {
	own := originOf(c.PublicURL)
	if own == "" {
		return c.CorsOrigins
	}
	return append(slices.Clone(c.CorsOrigins), own)
}

// originOf is a URL without its path.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
