package config

import (
	"net/netip"
	"strings"
)

// Internal are the hosts and the networks of EntidadInternal.
func (c Config) Internal() (hosts []string, networks []netip.Prefix) {
	for _, text := range c.EntidadInternal {
		if network, err := netip.ParsePrefix(text); err == nil {
			networks = append(networks, network)
		} else {
			hosts = append(hosts, text)
		}
	}
	return hosts, networks
}

func (v *validator) internal(c *Config) {
	for _, text := range c.EntidadInternal {
		network, err := netip.ParsePrefix(text)
		isNetwork := err == nil && network.Bits() > 0 && !network.Addr().Is4In6()
		if !isNetwork && (strings.Contains(text, "/") || !validHost.MatchString(text)) {
			v.bad("entidad-jwks-internal", "%q is neither a host nor a network; write for example llaves.interno.example, or 10.1.0.0/16", text)
		}
	}
}
