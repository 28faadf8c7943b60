package auth

import (
	"context"
	"crypto/sha256"
	"net"
	"net/http"
	"net/url"
	"strconv"
)

// MaxVerified is how many verified tokens are remembered.
const MaxVerified = maxVerified

// RememberedOf is how many of n tokens are remembered.
func RememberedOf(n int) int {
	m := newVerified()
	for i := range n {
		m.remember(sha256.Sum256([]byte(strconv.Itoa(i))), &keySet{}, claims{})
	}
	return m.lru.Len()
}

// KeepsHTTPS is keepsHTTPS.
var KeepsHTTPS = keepsHTTPS

// Leads is whether an issuer may send a request to an address.
func Leads(emisor string, to *url.URL) error { return issuerGuard(emisor).leads(emisor, to) }

// Dial connects as a request to an issuer does.
func Dial(ctx context.Context, emisor, address string) (net.Conn, error) {
	return issuerGuard(emisor).dial(http.ProxyFromEnvironment)(ctx, "tcp", address)
}

// MaxTries is how many keys a token is tried with.
const MaxTries = maxTries

// IsPublic is whether an address is of the internet.
var IsPublic = isPublic
