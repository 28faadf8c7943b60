package codigo

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// Llaves make the codes. The first key makes new codes; the others are older keys, whose codes are still in use.
type Llaves [][]byte

// uso keeps what these keys make from being taken for what else they sign.
const uso = "carpeta.codigo/v1"

const bytesSecreto = 16 // nobody finds a code by trying

// nuevo is the code of an id.
func (ls Llaves) nuevo(codigoID string) string { return secreto(ls[0], codigoID) }

func secreto(llave []byte, codigoID string) string {
	h := hmac.New(sha256.New, llave)
	h.Write([]byte(uso + codigoID))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:bytesSecreto])
}

// De is a code as its owner hands it out; empty if its key is gone.
func (ls Llaves) De(c Codigo) string {
	for _, l := range ls {
		if s := secreto(l, c.CodigoID); resumen(s) == c.Resumen {
			return s
		}
	}
	return ""
}

// resumen is what the stores know of a code.
func resumen(codigo string) string {
	h := sha256.Sum256([]byte(codigo))
	return hex.EncodeToString(h[:])
}

// esCodigo reports whether a text has the one form of a code.
func esCodigo(t string) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(t)
	return err == nil && len(b) == bytesSecreto
}
