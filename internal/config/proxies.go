package config

import "net/netip"

// Proxies are the networks of TrustedProxies.
func (c Config) Proxies() (networks []netip.Prefix) {
	for _, text := range c.TrustedProxies {
		networks = append(networks, netip.MustParsePrefix(text)) // checked with all settings
	}
	return networks
}

// proxies: a network that holds every address would believe everybody.
func (v *validator) proxies(c *Config) {
	for _, text := range c.TrustedProxies {
		if network, err := netip.ParsePrefix(text); err != nil || network.Bits() == 0 || network.Addr().Is4In6() {
			v.bad("trusted-proxies", "%q is not the network of a proxy; write for example 10.1.0.0/16, or 192.0.2.7/32 for one address", text)
		}
	}
}
