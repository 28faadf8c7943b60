package auth

import (
	"crypto/sha256"
	"encoding/hex"
)

// Thumbprint names a token, whatever is in it: a hash, of which nobody makes a token.
type Thumbprint [16]byte

// ThumbprintOf is that of a token.
func ThumbprintOf(token string) Thumbprint {
	h := sha256.Sum256([]byte(token))
	return Thumbprint(h[:16])
}

func (t Thumbprint) String() string { return hex.EncodeToString(t[:]) }
