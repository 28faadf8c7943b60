package config

import (
	"cmp"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func (v *validator) addresses(c *Config) {
	v.address("addr", c.Addr)
	v.address("admin-addr", c.AdminAddr)
	if c.Addr == c.AdminAddr && !strings.HasSuffix(c.Addr, ":0") {
		v.bad("admin-addr", "is the API's address too; give it another port")
	}
	for _, name := range c.Hosts {
		if !validHost.MatchString(name) {
			v.bad("hosts", "%q is not a name; write it without scheme and port, in lower case, such as carpeta.example.org", name)
		}
	}
	if u := v.url("public-url", c.PublicURL, "https://carpeta.example.org", "http", "https"); u != nil && (u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		v.bad("public-url", "has more than scheme, host and path; write for example https://carpeta.example.org")
	}
	v.endpoint("dynamodb-endpoint", c.DynamodbEndpoint, "http://127.0.0.1:8000")
	v.endpoint("s3-endpoint", c.S3Endpoint, "https://s3.example.org")
	v.endpoint("s3-public-endpoint", c.S3Public, "https://archivos.example.org")
	if !validBucket.MatchString(c.S3Bucket) && c.S3Bucket != "" {
		v.bad("s3-bucket", "%q is not a bucket's name; give 3 to 63 lower-case letters, digits, dots and dashes", c.S3Bucket)
	}
	if b := c.ArchiveBucket(); !validBucket.MatchString(b) && c.S3Bucket != "" {
		v.bad("auditoria-bucket", "%q is not a bucket's name; give 3 to 63 lower-case letters, digits, dots and dashes", b)
	}
	if !validPrefix.MatchString(c.DynamodbTablePrefix) {
		v.bad("dynamodb-table-prefix", "%q is not part of a table's name; give up to 200 letters, digits, and _ - .", c.DynamodbTablePrefix)
	}
	if c.DataDir == "" {
		v.bad("data-dir", "is empty; name a folder such as ./data")
	}
}

func (v *validator) address(flag, value string) {
	_, port, err := net.SplitHostPort(value)
	if n, errPort := strconv.ParseUint(port, 10, 16); err != nil || errPort != nil || n > 65535 {
		v.bad(flag, "%q is not HOST:PORT; write for example 127.0.0.1:8080", value)
	}
}

// url never quotes the value: it may hold a password.
func (v *validator) url(flag, value, example string, schemes ...string) *url.URL {
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) {
		v.bad(flag, "is not a URL with the scheme %s; write for example %s", strings.Join(schemes, " or "), example)
		return nil
	}
	return u
}

// endpoint is where a service is reached. Credentials have settings of their own, which
// hide them: in the address they would do nothing but end up in messages.
func (v *validator) endpoint(flag, value, example string) {
	u := v.url(flag, value, example, "http", "https")
	if u != nil && (u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "") {
		v.bad(flag, "has more than scheme, host and port; write for example %s (keys have settings of their own)", example)
	}
}

// The names that the services take.
var (
	validBucket = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	validHost   = regexp.MustCompile(`^[a-z0-9_]([a-z0-9._-]{0,251}[a-z0-9])?$`)
	validPrefix = regexp.MustCompile(`^[A-Za-z0-9_.-]{0,200}$`)
)

// ArchiveBucket is the bucket of the archived trail.
func (c Config) ArchiveBucket() string { return cmp.Or(c.S3Archive, c.S3Bucket+"-auditoria") }
