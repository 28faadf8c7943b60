package auth

import "errors"

// Cause is why a token was refused, in a word: for the trail, and for figures.
type Cause string

// Every cause.
const (
	CauseForm      Cause = "forma"      // it is no token that this server reads
	CauseSignature Cause = "firma"      // not the issuer's
	CauseExpired   Cause = "vencido"    // its time is over
	CauseEarly     Cause = "prematuro"  // its time has not come
	CauseIssuer    Cause = "emisor"     // of another issuer
	CauseAudience  Cause = "audiencia"  // for another service
	CauseClaims    Cause = "reclamos"   // it does not say who, or in which role
	CauseLifetime  Cause = "duracion"   // it lives too long
	CauseRevoked   Cause = "revocacion" // it was taken out of use
)

// Causes are all of them.
var Causes = []Cause{
	CauseForm, CauseSignature, CauseExpired, CauseEarly, CauseIssuer, CauseAudience, CauseClaims, CauseLifetime, CauseRevoked,
}

// Error makes a cause the reason of a refusal.
func (c Cause) Error() string { return "auth: token refused: " + string(c) }

// CauseOf is why a token was refused; "" for any other failure.
func CauseOf(err error) (c Cause) {
	errors.As(err, &c)
	return c
}
