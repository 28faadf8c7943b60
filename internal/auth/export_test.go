package auth

import (
	"context"
	"net"
	"net/http"
	"net/url"
)

// MaxVerified is how many verified tokens are remembered.
const MaxVerified = maxVerified

// Remembered counts those that v remembers.
func Remembered(v Verifier) int { return v.(*verifier).seen.lru.Len() }

// KeepsHTTPS is keepsHTTPS.
var KeepsHTTPS = keepsHTTPS

// MaxWaiting is how many tokens wait for the keys of an issuer.
const MaxWaiting = maxWaiting

// ErrCrowded is the refusal of others.
var ErrCrowded = errCrowded

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
