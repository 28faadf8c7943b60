package config

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
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

// application checks how people sign in to the web application.
func (v *validator) application(c *Config) {
	if c.AppClientID == "" {
		return
	}
	if c.LocalIssuer() {
		v.bad("app-client-id", "needs CARPETA_AUTH_ISSUER: people sign in where the tokens come from")
	}
	if strings.ContainsFunc(c.AppClientID, unicode.IsSpace) {
		v.bad("app-client-id", "has a space; give the client's name as the issuer knows it")
	}
	if !slices.Contains(strings.Fields(c.AppScope), "openid") {
		v.bad("app-scope", "%q does not have openid; without it the issuer does not say who signed in", c.AppScope)
	}
	if u, err := url.Parse(c.AppResource); c.AppResource != "" && (err != nil || !u.IsAbs() || u.Fragment != "") {
		v.bad("app-resource", "%q is not an absolute URI without a fragment, as https://carpeta.example.org", c.AppResource)
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

// ofDemo are settings of the demo where none are given. A page under development may use it; its person brings a token,
// because /config.json tells a page of another origin none. And who approves has to have signed in a short time ago.
func (c *cli) ofDemo(command string) {
	if command != CmdServe || !c.Serve.Demo {
		return
	}
	if len(c.CorsOrigins) == 0 {
		c.CorsOrigins = []string{developmentPage}
	}
	if len(c.AuthMaxAge) == 0 {
		c.AuthMaxAge = []string{demoMaxAge}
	}
}

const demoMaxAge = "aprobar=5m"
