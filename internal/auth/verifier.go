package auth

import (
	"context"
	"strings"
)

// Verifier turns a bearer token into the principal that it proves.
type Verifier interface {
	// Verify answers UNAUTHENTICATED for a token that proves nobody, with a
	// Spanish reason that never repeats the token, and UNAVAILABLE if the
	// issuer's keys cannot be had now: the token may be good.
	Verify(ctx context.Context, token string) (Principal, error)
}

// ParseBearer takes the token out of an Authorization header: the scheme
// (any case), one space, and a token of the alphabet of RFC 6750.
func ParseBearer(header string) (string, bool) {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || !isToken68(token) {
		return "", false
	}
	return token, true
}

// isToken68 checks the b64token of RFC 6750: letters, digits, -._~+/ and then only '='.
func isToken68(s string) bool {
	body := strings.TrimRight(s, "=")
	for _, c := range []byte(body) {
		if !isAlphanumeric(c) && !strings.ContainsRune("-._~+/", rune(c)) {
			return false
		}
	}
	return body != ""
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
