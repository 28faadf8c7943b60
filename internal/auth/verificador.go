package auth

import (
	"context"
	"strings"
)

// Verificador turns a bearer token into the principal that it proves.
type Verificador interface {
	// Verificar answers UNAUTHENTICATED for a token that proves nobody, with a
	// Spanish reason that never repeats the token, and UNAVAILABLE if the
	// issuer's keys cannot be had now: the token may be good.
	Verificar(ctx context.Context, token string) (Principal, error)
}

// ParsearBearer takes the token out of an Authorization header: the scheme
// (any case), one space, and a token of the alphabet of RFC 6750.
func ParsearBearer(header string) (string, bool) {
	esquema, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(esquema, "Bearer") || !esToken68(token) {
		return "", false
	}
	return token, true
}

// esToken68 checks the b64token of RFC 6750: letters, digits, -._~+/ and then only '='.
func esToken68(s string) bool {
	cuerpo := strings.TrimRight(s, "=")
	for _, c := range []byte(cuerpo) {
		if !esLetraODigito(c) && !strings.ContainsRune("-._~+/", rune(c)) {
			return false
		}
	}
	return cuerpo != ""
}

func esLetraODigito(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
