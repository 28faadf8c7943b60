package config

import (
	"net"
	"net/url"
	"slices"
	"strings"
)

// HostNames are the names by which this server is reached: those of Hosts, and those in
// its addresses.
func (c Config) HostNames() []string {
	names := slices.Clone(c.Hosts)
	for _, address := range []string{c.Addr, c.AdminAddr} {
		if host, _, err := net.SplitHostPort(address); err == nil && host != "" {
			names = append(names, strings.ToLower(host))
		}
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Hostname() != "" {
		names = append(names, strings.ToLower(u.Hostname()))
	}
	return names
}
