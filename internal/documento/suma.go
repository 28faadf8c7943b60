package documento

import (
	"crypto/sha256"
	"encoding"
	"encoding/base64"
	"hash"
)

// SumaDesde is a SHA-256 in the state that EstadoDeSuma wrote: a file is verified in several runs.
func SumaDesde(estado string) (hash.Hash, error) {
	h := sha256.New()
	raw, err := base64.StdEncoding.DecodeString(estado)
	if err != nil {
		return nil, err
	}
	return h, h.(encoding.BinaryUnmarshaler).UnmarshalBinary(raw)
}

// EstadoDeSuma is the state of a SHA-256, as text.
func EstadoDeSuma(h hash.Hash) (string, error) {
	raw, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	return base64.StdEncoding.EncodeToString(raw), err
}
