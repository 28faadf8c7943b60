package auth

import (
	"time"

	"github.com/go-jose/go-jose/v4/json"
)

// SignIn is how and when the person behind a token signed in, as far as the issuer says it (OpenID Connect Core, 2).
type SignIn struct {
	ACR string   // the level
	AMR []string // the methods
	At  time.Time
}

// signInOf reads it. A claim of another type, or too long to be kept, is as if it were not there: without step-up
// authentication nobody needs it, so that it makes no token bad.
func signInOf(content []byte) SignIn {
	var c struct {
		ACR      lenient[string]   `json:"acr"`
		AMR      lenient[[]string] `json:"amr"`
		AuthTime lenient[float64]  `json:"auth_time"`
	}
	if json.Unmarshal(content, &c) != nil {
		return SignIn{}
	}
	var s SignIn
	if IsID(c.ACR.value) {
		s.ACR = c.ACR.value
	}
	for _, method := range c.AMR.value {
		if IsID(method) && len(s.AMR) < maxMethods {
			s.AMR = append(s.AMR, method)
		}
	}
	if seconds := c.AuthTime.value; 0 < seconds && seconds < latest {
		s.At = time.Unix(int64(seconds), 0).UTC()
	}
	return s
}

const (
	maxMethods = 8       // of a token; remembered with it
	latest     = 1 << 40 // a time beyond it overflows what is reckoned with
)

// lenient is a value that is zero where JSON has another type.
type lenient[T any] struct{ value T }

// UnmarshalJSON implements json.Unmarshaler.
func (l *lenient[T]) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &l.value) != nil {
		*l = lenient[T]{}
	}
	return nil
}
