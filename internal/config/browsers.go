package config

import (
	"net/url"
	"strings"
)

// browsers checks the settings for browsers: the pages that may call, and TLS.
func (v *validator) browsers(c *Config) {
	for _, o := range c.CorsOrigins {
		if !isOrigin(o) {
			v.bad("cors-origins", "%q is not an origin; write scheme and host only, such as https://app.example.org", o)
		}
	}
	if (c.TrustedDocuments == "off") != (c.TrustedManifest == "") {
		v.bad("trusted-documents", "log and enforce need CARPETA_TRUSTED_MANIFEST, and a manifest needs one of them; set both or none")
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		v.bad("tls-cert", "needs CARPETA_TLS_KEY beside it, and that needs CARPETA_TLS_CERT; set both or none")
	}
}

// isOrigin: an origin as browsers write it, never a pattern: a wildcard beside
// bearer tokens would let any page in.
func isOrigin(o string) bool {
	u, err := url.Parse(o)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" &&
		u.Scheme+"://"+strings.ToLower(u.Host) == o
}

// developmentPage is where Vite serves a page while it is written.
const developmentPage = "http://localhost:5173"

// allowDevelopment lets a page under development use the demo, unless origins are named.
// Its person brings a token: /config.json tells a page of another origin none.
func (c *cli) allowDevelopment(command string) {
	if command == CmdServe && c.Serve.Demo && len(c.CorsOrigins) == 0 {
		c.CorsOrigins = []string{developmentPage}
	}
}
