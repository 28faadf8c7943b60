package config

import (
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

// algorithms are those that internal/auth can verify.
var algorithms = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

func (v *validator) identity(c *Config) {
	v.secureURL("auth-issuer", c.AuthIssuer)
	v.secureURL("auth-jwks-url", c.AuthJWKSURL)
	for _, a := range c.AuthAlgorithms {
		if !slices.Contains(algorithms, a) {
			v.bad("auth-algorithms", "%q is not one of %s; with a shared secret or no signature, anybody could forge tokens", a, strings.Join(algorithms, ", "))
		}
	}
	if len(c.AuthAlgorithms) == 0 {
		v.bad("auth-algorithms", "is empty, so no token would be accepted; give for example RS256,ES256")
	}
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
