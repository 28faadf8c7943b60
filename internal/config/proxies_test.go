package config_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
)

func TestProxies(t *testing.T) {
	c := good(t, []string{"CARPETA_TRUSTED_PROXIES=10.1.0.0/16,2001:db8::/48"})
	if got := c.Config.Proxies(); !slices.Equal(got, []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("2001:db8::/48")}) {
		t.Error(got)
	}
	for _, bad := range []string{"10.1.0.1", "0.0.0.0/0", "::/0", "proxy.example.org", "10.0.0.0/33", "::ffff:10.0.0.0/104"} {
		if _, _, err := parse(t, nil, "--trusted-proxies="+bad); err == nil || !strings.Contains(err.Error(), "for example") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
