package config

import "net/netip"

// Proxies are the networks of TrustedProxies.
func (c Config) Proxies() (redes []netip.Prefix) {
	for _, texto := range c.TrustedProxies {
		redes = append(redes, netip.MustParsePrefix(texto)) // checked with all settings
	}
	return redes
}

// proxies: a network that holds every address would believe everybody.
func (v *validador) proxies(c *Config) {
	for _, texto := range c.TrustedProxies {
		if red, err := netip.ParsePrefix(texto); err != nil || red.Bits() == 0 || red.Addr().Is4In6() {
			v.mal("trusted-proxies", "%q is not the network of a proxy; write for example 10.1.0.0/16, or 192.0.2.7/32 for one address", texto)
		}
	}
}
