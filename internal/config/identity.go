package config

import (
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

func (v *validator) identity(c *Config) {
	v.secureURL("auth-issuer", c.AuthIssuer)
	v.secureURL("auth-jwks-url", c.AuthJWKSURL)
	if c.AuthAudience == "" {
		v.bad("auth-audience", "is empty; name the audience that the issuer writes into tokens")
	}
	if c.AuthJWKSURL != "" && c.AuthIssuer == "" {
		v.bad("auth-issuer", "is empty while CARPETA_AUTH_JWKS_URL is set; set the issuer that the tokens name")
	}
}

// secureURL: a person that can change the keys on their way can be anybody.
func (v *validator) secureURL(flag, value string) {
	u := v.url(flag, value, "https://login.example.org", "http", "https")
	if u != nil && u.Scheme == "http" && !trust.IsLoopback(u.Hostname()) {
		v.bad(flag, "is http on another machine; use https")
	}
}
