package auth

// MaxVerified is how many verified tokens are remembered.
const MaxVerified = maxVerified

// Remembered counts those that v remembers.
func Remembered(v Verifier) int { return v.(*verifier).seen.lru.Len() }

// KeepsHTTPS is keepsHTTPS.
var KeepsHTTPS = keepsHTTPS
