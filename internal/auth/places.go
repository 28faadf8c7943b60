package auth

import (
	"context"

	"github.com/go-jose/go-jose/v4"
)

// Places is where signatures of tokens that nobody remembers are checked. Anybody can send a token that names a key
// of the issuer, and only the check finds that it is none: whoever has places to give bounds what that takes of the
// processors. It waits for one, as long as the context lasts; call leave after the check. A nil one has any number.
type Places func(ctx context.Context) (leave func(), err error)

// noPlace: the signature was not looked at.
type noPlace struct{ cause error }

func (e *noPlace) Error() string { return "auth: no place to check a signature: " + e.cause.Error() }
func (e *noPlace) Unwrap() error { return e.cause }

// verify checks a signature in a place.
func (p Places) verify(ctx context.Context, signed *jose.JSONWebSignature, key any) ([]byte, error) {
	if p != nil {
		leave, err := p(ctx)
		if err != nil {
			return nil, &noPlace{err}
		}
		defer leave()
	}
	content, err := signed.Verify(key)
	if err != nil {
		return nil, errSignature
	}
	return content, nil
}
