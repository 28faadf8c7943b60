package config

import (
	"bytes"
	"fmt"
	"net"
	"net/url"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

// finding is a setting that lets others in.
type finding struct{ flag, what string }

// exposed are the settings with which a stranger reads or does what this server does: what crosses the network in the
// clear, and what everybody knows. On this machine they are of use, for tests and for development.
func exposed(c *Config) (found []finding) {
	tell := func(flag, what string) { found = append(found, finding{flag, what}) }
	for _, a := range []struct{ flag, url, read string }{
		{"public-url", c.PublicURL, "the tokens of people and their links"},
		{"s3-endpoint", c.S3Endpoint, "the files"},
		{"s3-public-endpoint", c.S3Public, "the files and their links"},
		{"dynamodb-endpoint", c.DynamodbEndpoint, "every record"},
	} {
		if u, err := url.Parse(a.url); err == nil && u.Scheme == "http" && !trust.IsLoopback(u.Hostname()) {
			tell(a.flag, "is http on another machine: whoever is on the way reads "+a.read+"; use https")
		}
	}
	for _, broker := range c.Brokers() {
		u, err := url.Parse(broker)
		if err != nil || u.User == nil || trust.IsLoopback(u.Hostname()) {
			continue
		}
		if password, _ := u.User.Password(); u.User.Username() == "guest" && password == "guest" {
			tell("amqp-url", "has the user and the password that everybody knows (guest:guest); make a user for this server")
		}
	}
	if u, err := url.Parse(c.S3Endpoint); err == nil && u.Host != "" && !trust.IsLoopback(u.Hostname()) {
		const known = "minioadmin"
		for _, k := range []struct{ flag, key string }{{"s3-access-key", c.S3AccessKey}, {"s3-secret-key", c.S3SecretKey.Reveal()}} {
			if k.key == known {
				tell(k.flag, "is the one that everybody knows (minioadmin), and may do anything; make keys for this server, as deploy/minio/keys.sh does")
			}
		}
	}
	if host, _, err := net.SplitHostPort(c.Addr); err == nil && !trust.IsLoopback(host) {
		for _, key := range c.keys {
			if bytes.Equal(key.Secret, make([]byte, len(key.Secret))) {
				tell("cursor-keys", fmt.Sprintf("has a key of zeros (%s), with which anybody signs cursors; make one with: openssl rand -base64 32", key.ID))
			}
		}
	}
	return found
}

// exposed refuses such settings in the distributed profile, which serves others, and warns of them in the embedded one.
func (v *validator) exposed(c *Config) {
	for _, f := range exposed(c) {
		if c.Profile == Distributed {
			v.bad(f.flag, "%s", f.what)
		} else {
			c.warnings = append(c.warnings, variable(f.flag)+" "+f.what)
		}
	}
}
