package auth

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// StepUp is how a caller has to have signed in for an act; acts that it does not have need nothing.
type StepUp map[act.Act]fault.Challenge

// Check refuses the first of some acts for which the caller's token does not say enough.
func (s StepUp) Check(p Principal, now time.Time, acts ...act.Act) *fault.Error {
	for _, a := range acts {
		need, ok := s[a]
		if ok && !p.SignIn.meets(need, p.Leeway, now) {
			return fault.Plain(fault.InsufficientAuthentication).WithChallenge(need)
		}
	}
	return nil
}

func (s SignIn) meets(need fault.Challenge, leeway time.Duration, now time.Time) bool {
	return s.fits(need.ACRValues) && s.isFresh(need.MaxAge, leeway, now)
}

// fits: some issuers tell no level, and only the methods that were used.
func (s SignIn) fits(levels []string) bool {
	if len(levels) == 0 || slices.Contains(levels, s.ACR) {
		return true
	}
	return slices.ContainsFunc(s.AMR, func(method string) bool { return slices.Contains(levels, method) })
}

// isFresh: without a time, or with one that has not come yet, nobody knows when the person signed in.
func (s SignIn) isFresh(maxAge, leeway time.Duration, now time.Time) bool {
	age := now.Sub(s.At)
	return maxAge == 0 || !s.At.IsZero() && -leeway <= age && age <= maxAge+leeway
}
