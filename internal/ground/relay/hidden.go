package relay

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
)

// Hidden is a codec whose cursors do not tell where they stand, for lists whose keys say something of rows that the
// caller may not see: the trail's keys are numbers without gaps.
func (c *Codec) Hidden() *Codec {
	h := *c
	h.hidden = true
	return &h
}

// hide encrypts a key. Equal keys give equal texts: that tells nothing, for the row is the same.
func hide(secret []byte, key string) []byte {
	own := mac(secret, []byte("relay: hidden keys"))
	iv := hmac.New(sha256.New, own[:])
	iv.Write([]byte(key))
	out := iv.Sum(make([]byte, 0, sha256.Size+len(key)))[:aes.BlockSize]
	return append(out, stream(own[:], out, []byte(key))...)
}

// show is what was hidden; false if it is too short for that. It was signed, so it is what was hidden.
func show(secret, hidden []byte) (key []byte, ok bool) {
	if len(hidden) < aes.BlockSize {
		return nil, false
	}
	own := mac(secret, []byte("relay: hidden keys"))
	return stream(own[:], hidden[:aes.BlockSize], hidden[aes.BlockSize:]), true
}

func stream(own, iv, text []byte) []byte {
	block, _ := aes.NewCipher(own) // fails for a wrong length only
	out := make([]byte, len(text))
	cipher.NewCTR(block, iv).XORKeyStream(out, text)
	return out
}
