package config

import (
	"net/url"
	"strings"
)

// navegadores checks what browsers are told: who may call, and over what.
func (v *validador) navegadores(c *Config) {
	for _, o := range c.CorsOrigins {
		if !esOrigen(o) {
			v.mal("cors-origins", "%q is not an origin; write scheme and host only, such as https://app.example.org", o)
		}
	}
	if (c.TrustedDocuments == "off") != (c.TrustedManifest == "") {
		v.mal("trusted-documents", "log and enforce need CARPETA_TRUSTED_MANIFEST, and a manifest needs one of them; set both or none")
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		v.mal("tls-cert", "needs CARPETA_TLS_KEY beside it, and that needs CARPETA_TLS_CERT; set both or none")
	}
}

// esOrigen: an origin as browsers write it, never a pattern: a wildcard beside
// bearer tokens would let any page in.
func esOrigen(o string) bool {
	u, err := url.Parse(o)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" &&
		u.Scheme+"://"+strings.ToLower(u.Host) == o
}
