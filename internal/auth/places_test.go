package auth_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// counted are places that say how often one was taken, and whether all were given back.
type counted struct {
	taken, inside int
	full          bool
}

func (c *counted) place(context.Context) (func(), error) {
	if c.full {
		return nil, errors.New("full")
	}
	c.taken++
	c.inside++
	return func() { c.inside-- }, nil
}

func (c *counted) want(t *testing.T, what string, taken int) {
	t.Helper()
	if c.taken != taken || c.inside != 0 {
		t.Errorf("%s: %d places were taken, and %d not given back; want %d and 0", what, c.taken, c.inside, taken)
	}
}

// TestNewSignaturesAreCheckedInAPlace: a signature costs more than all else that admits a request, and anybody can send
// one. What is known, and what names no key of the issuer, needs no place.
func TestNewSignaturesAreCheckedInAPlace(t *testing.T) {
	for name, begin := range map[string]func(*counted) (v auth.Verifier, good, forged, unknown string){
		"embedded": func(c *counted) (auth.Verifier, string, string, string) {
			e, other := emisor(t, t.TempDir(), time.Now), emisor(t, t.TempDir(), time.Now)
			token := issue(t, e, time.Hour)
			return e.VerifierIn(c.place), token, forge(token), issue(t, other, time.Hour)
		},
		"distributed": func(c *counted) (auth.Verifier, string, string, string) {
			p, m := newProvider(t), &moment{t: now}
			mine, other := edKey(t, "1"), edKey(t, "2")
			p.publish(mine)
			v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: m.now, Places: c.place})
			first := p.claims(changes{"sub": "first"})
			expect(t, v, mine.sign(t, first), "the first token, which brings the keys", "")
			*c = counted{}
			token := mine.sign(t, p.claims(nil))
			return v, token, forge(token), other.sign(t, p.claims(nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			var c counted
			v, good, forged, unknown := begin(&c)
			expect(t, v, good, "new", "")
			c.want(t, "a new token", 1)
			expect(t, v, good, "known", "")
			c.want(t, "a known token", 1)
			expect(t, v, forged, "forged", fault.Unauthenticated)
			c.want(t, "a forged token", 2)
			expect(t, v, forged, "forged again", fault.Unauthenticated)
			c.want(t, "a forged token, again", 3)
			expect(t, v, unknown, "of a key that nobody knows", fault.Unauthenticated)
			c.want(t, "a token of no key", 3)
			c.full = true
			expect(t, v, forged, "without a place", fault.Unavailable)
			expect(t, v, good, "known, without a place", "")
			c.want(t, "a token without a place", 3)
		})
	}
}

// forge changes the last but one letter of the signature: the last one has bits that say nothing.
func forge(token string) string {
	at := len(token) - 2
	other := "A"
	if token[at] == 'A' {
		other = "B"
	}
	return token[:at] + other + token[at+1:]
}
