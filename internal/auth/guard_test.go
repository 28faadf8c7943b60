package auth_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// An issuer may send us to the public network, and to the hosts that the operator named.
func TestIssuerLeadsAbroadOnly(t *testing.T) {
	for to, good := range map[string]bool{
		"https://www.googleapis.example/keys": true,
		"https://login.example/other":         true,
		"https://login.example:8443/other":    true,
		"https://93.184.216.34/keys":          true,
		"http://login.example/keys":           false,
		"http://other.example/keys":           false,
		"file:///etc/passwd":                  false,
		"gopher://login.example/":             false,
		"https://127.0.0.1/":                  false,
		"https://[::1]/":                      false,
		"https://[::ffff:127.0.0.1]/":         false,
		"https://169.254.169.254/latest":      false,
		"https://[fe80::1]/":                  false,
		"https://10.1.2.3/":                   false,
		"https://192.168.1.1/":                false,
		"https://[fd00:ec2::254]/latest":      false,
		"https://100.100.100.200/latest":      false,
		"https://[64:ff9b::a9fe:a9fe]/":       false,
		"https://[2002:a9fe:a9fe::]/":         false,
		"https://0.0.0.0/":                    false,
	} {
		u, err := url.Parse(to)
		if err != nil {
			t.Fatal(err)
		}
		if err := auth.Leads("https://login.example", u); (err == nil) != good {
			t.Errorf("%s: %v", to, err)
		}
	}
}

// A foreign name is judged by the address that it stands for.
func TestIssuerIsNotDialedAtHome(t *testing.T) {
	for address, refused := range map[string]bool{"localhost:9": true, "127.0.0.1:9": true, "login.example:9": false} {
		if _, err := auth.Dial(t.Context(), "https://login.example", address); err == nil || strings.Contains(err.Error(), "own network") != refused {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestOnlyAddressesOfTheInternetAreAsked: one of each range that is not, and its neighbours that are.
func TestOnlyAddressesOfTheInternetAreAsked(t *testing.T) {
	for ip, public := range map[string]bool{
		"1.1.1.1": true, "9.255.255.255": true, "10.0.0.0": false, "10.255.255.255": false, "11.0.0.0": true,
		"0.0.0.0": false, "0.1.2.3": false, "127.0.0.1": false, "127.255.0.1": false, "100.63.255.255": true, "100.64.0.0": false, "100.127.255.255": false, "100.128.0.0": true,
		"169.254.169.254": false, "172.15.255.255": true, "172.16.0.1": false, "172.31.255.255": false, "172.32.0.0": true, "192.0.0.170": false, "192.88.99.1": false, "192.168.0.1": false,
		"198.18.0.1": false, "198.20.0.0": true, "224.0.0.1": false, "239.1.2.3": false, "240.0.0.1": false, "255.255.255.255": false,
		"2606:4700::1111": true, "2001:4860:4860::8888": true, "::": false, "::1": false, "::7f00:1": false, "::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false, "::ffff:1.1.1.1": true,
		"::ffff:0:7f00:1": false, "64:ff9b::7f00:1": false, "64:ff9b:1::a9fe:a9fe": false, "100::1": false, "2001::1": false, "2001:10::1": false, "2002:7f00:1::": false, "fc00::1": false,
		"fd00:ec2::254": false, "fe80::1": false, "fe80::1%eth0": false, "2606:4700::1111%eth0": false, "fec0::1": false, "ff02::1": false,
	} {
		if got := auth.IsPublic(netip.MustParseAddr(ip)); got != public {
			t.Errorf("%s: %v", ip, got)
		}
	}
}

// A discovery document leads no further than a redirect.
func TestDiscoveryLeadsAbroadOnly(t *testing.T) {
	for _, to := range []string{"http://169.254.169.254/", "file:///etc/passwd", "http://[::1]:9/", "https://localhost:9/", "::"} {
		var asked atomic.Int64
		h := newHostile(t, nil, nil)
		h.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			_, _ = fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q}`, h.URL, to)
		})
		v := auth.NewRemote(auth.RemoteConfig{Emisor: h.URL, Audience: "carpeta", Clock: clock})
		_, err := v.Verify(t.Context(), edKey(t, "1").sign(t, map[string]any{"sub": "x"}))
		if fault.CodeOf(err) != fault.Unavailable || asked.Load() != 1 {
			t.Errorf("%s: %v, asked %d times", to, err, asked.Load())
		}
	}
}

type askedMetrics struct{ good, bad atomic.Int64 }

func (a *askedMetrics) IssuerAsked(err error) {
	if err != nil {
		a.bad.Add(1)
		return
	}
	a.good.Add(1)
}

// An outage is one line in the log and as many in the metrics as there were requests,
// and the issuer does not choose how long the line is.
func TestIssuerOutageIsTold(t *testing.T) {
	p, m, l := newProvider(t), &moment{t: now}, edKey(t, "1")
	p.publish(l)
	var log bytes.Buffer
	var count askedMetrics
	v := auth.NewRemote(auth.RemoteConfig{
		Emisor: p.URL, Audience: "carpeta", JWKSURL: p.URL + "/llaves", Clock: m.now, Metrics: &count, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	stranger := edKey(t, "x").sign(t, p.claims(nil))
	expect(t, v, stranger, "good", fault.Unauthenticated)
	p.change(func() { p.raw = `{"keys":"` + strings.Repeat("ñ", 1<<17) + `"}` })
	for range 5 {
		m.advance(6 * time.Second)
		expect(t, v, stranger, "outage", fault.Unavailable)
	}
	p.change(func() { p.raw = "" })
	m.advance(6 * time.Second)
	expect(t, v, stranger, "good again", fault.Unauthenticated)
	if count.good.Load() != 2 || count.bad.Load() != 5 {
		t.Errorf("%d good, %d bad", count.good.Load(), count.bad.Load())
	}
	text, _ := io.ReadAll(&log)
	if n := strings.Count(string(text), "\n"); n != 2 || len(text) > 2000 {
		t.Errorf("%d lines of %d bytes:\n%.2000s", n, len(text), text)
	}
}

// A token without a key id is tried with some keys, not with a hundred: anybody can send
// one, and each try costs.
func TestTriesOfATokenAreBounded(t *testing.T) {
	p := newProvider(t)
	var keys []key
	for range 100 {
		keys = append(keys, edKey(t, ""))
	}
	p.publish(keys...)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	expect(t, v, keys[auth.MaxTries-1].sign(t, p.claims(nil)), "the last that is tried", "")
	expect(t, v, keys[auth.MaxTries].sign(t, p.claims(nil)), "one more", fault.Unauthenticated)
}
