package config_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
)

func TestInternal(t *testing.T) {
	c := good(t, []string{"CARPETA_ENTIDAD_JWKS_INTERNAL=llaves.interno,127.0.0.0/8,10.0.0.1,fd00::/8"})
	hosts, networks := c.Config.Internal()
	if !slices.Equal(hosts, []string{"llaves.interno", "10.0.0.1"}) || !slices.Equal(networks, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}) {
		t.Error(hosts, networks)
	}
	for _, bad := range []string{"0.0.0.0/0", "::/0", "10.0.0.0/33", "::ffff:10.0.0.0/104", "https://llaves.interno", "llaves.interno:443", "LLAVES.interno", "a/b"} {
		if _, _, err := parse(t, nil, "--entidad-jwks-internal="+bad); err == nil || !strings.Contains(err.Error(), "for example") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
