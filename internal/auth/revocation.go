package auth

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"
)

// TokenLife is the longest life of a token that is accepted, unless configured otherwise.
const TokenLife = 30 * 24 * time.Hour

// TokenID is a token's jti as it is remembered: a hash, because a jti can be long.
type TokenID [16]byte

// tokenID of a token without a jti is zero.
func tokenID(jti string) (id TokenID) {
	if jti == "" {
		return id
	}
	return hashed("jti", jti)
}

func hashed(kind, name string) (id TokenID) {
	h := sha256.Sum256([]byte(kind + "\x00" + name))
	copy(id[:], h[:])
	return id
}

// Revocation refuses tokens that are otherwise good: the one with a jti, or those of a subject whose session began before
// a time (Principal.Begun), and those that do not say when.
type Revocation struct {
	JTI     string    `json:"jti,omitempty"`
	Subject string    `json:"sujeto,omitempty"`
	Before  time.Time `json:"antesDe,omitzero"` // with Subject
	Except  time.Time `json:"salvo,omitzero"`   // with Subject: the session that began then goes on
	Until   time.Time `json:"hasta"`            // later no such token is good anyhow: the entry goes
}

// maxRevoked bounds the names of a Revocation, in bytes.
const maxRevoked = 1024

// Valid is the rule for an entry, wherever it comes from.
func (r Revocation) Valid() error {
	switch {
	case (r.JTI == "") == (r.Subject == ""):
		return errors.New("a revocation has a jti or a sujeto")
	case len(r.JTI) > maxRevoked || len(r.Subject) > maxID:
		return fmt.Errorf("a jti has at most %d bytes, and a sujeto %d", maxRevoked, maxID)
	case (r.Subject == "") != r.Before.IsZero():
		return errors.New("antesDe goes with sujeto")
	case r.Subject == "" && !r.Except.IsZero():
		return errors.New("salvo goes with sujeto")
	case r.Until.IsZero():
		return errors.New("hasta is missing")
	}
	return nil
}

// Same reports whether both are about the same token or subject: the later one counts.
func (r Revocation) Same(s Revocation) bool { return r.JTI == s.JTI && r.Subject == s.Subject }

// Fingerprint is the jti as it may be kept for years: its hash. Somebody may have given a whole token for it.
func (r Revocation) Fingerprint() string {
	id := hashed("jti", r.JTI)
	return hex.EncodeToString(id[:])
}

// denial is an entry of a denyList: 40 bytes, whatever it is about.
type denial struct {
	what   TokenID
	before int64 // microseconds since 1970; a token of then or later is good
	except int64 // and one of this moment is good
	until  int64
}

// denyList is sorted by what is denied. It is never changed.
type denyList []denial

const forever, never = int64(1<<63 - 1), int64(-1 << 63)

func (r Revocation) denial() denial {
	if r.JTI != "" {
		return denial{tokenID(r.JTI), forever, never, r.Until.UnixMicro()}
	}
	except := never
	if !r.Except.IsZero() {
		except = r.Except.UnixMicro()
	}
	return denial{hashed("sub", r.Subject), r.Before.UnixMicro(), except, r.Until.UnixMicro()}
}

func newDenyList(all []denial) denyList {
	slices.SortFunc(all, func(a, b denial) int { return slices.Compare(a.what[:], b.what[:]) })
	return all
}

func (l denyList) denies(what TokenID, since, now time.Time) bool {
	i, _ := slices.BinarySearchFunc(l, what, func(d denial, what TokenID) int { return slices.Compare(d.what[:], what[:]) })
	for ; i < len(l) && l[i].what == what; i++ { // a name may have several entries
		if l[i].until > now.UnixMicro() && since.UnixMicro() < l[i].before && since.UnixMicro() != l[i].except {
			return true
		}
	}
	return false
}

// refuses is whether a principal's token is denied.
func (l denyList) refuses(p Principal, now time.Time) bool {
	return len(l) > 0 &&
		(p.Token != TokenID{} && l.denies(p.Token, p.Issued, now) || l.denies(hashed("sub", p.Sub), p.Begun(), now))
}

// tooLong is a token that outlives the revocations that may mean it.
func tooLong(p Principal, life time.Duration, now time.Time) bool {
	since := p.Issued
	if since.Unix() == 0 { // it does not say
		since = now
	}
	return p.Expires.Sub(since) > cmp.Or(life, TokenLife)
}
