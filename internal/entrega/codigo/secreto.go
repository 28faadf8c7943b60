package codigo

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"time"

	"github.com/google/uuid"
)

// Llaves make the codes and the passes. The first makes new ones; the others are of before.
type Llaves [][]byte

// usoCodigos and usoPases keep what one key makes for one use from being taken for another's.
const (
	usoCodigos = "carpeta.codigo/v1"
	usoPases   = "carpeta.pase/v1"
)

const bytesSecreto = 16 // nobody finds a code by trying

func mac(llave []byte, uso string, datos ...[]byte) []byte {
	h := hmac.New(sha256.New, llave)
	h.Write([]byte(uso))
	for _, d := range datos {
		h.Write(d)
	}
	return h.Sum(nil)[:bytesSecreto]
}

// nuevo is the code of an id.
func (ls Llaves) nuevo(codigoID string) string { return secreto(ls[0], codigoID) }

func secreto(llave []byte, codigoID string) string {
	return base64.RawURLEncoding.EncodeToString(mac(llave, usoCodigos, []byte(codigoID)))
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

const (
	bytesUUID = 16
	bytesPase = 3*bytesUUID + 8 + bytesSecreto
	// vidaDePase is how long the file can be fetched after a look: the right is asked for again each time.
	vidaDePase = 15 * time.Minute
)

// pase is the permission to fetch the file of a code for some minutes: the code itself is in no address.
func (ls Llaves) pase(n Nombre, now time.Time) string {
	b := make([]byte, 0, bytesPase)
	for _, id := range []string{n.CarpetaID, n.DocumentoID, n.CodigoID} {
		u := uuid.MustParse(id)
		b = append(b, u[:]...)
	}
	b = binary.BigEndian.AppendUint64(b, uint64(now.Add(vidaDePase).Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, mac(ls[0], usoPases, b)...))
}

// abrir reads a pass that is valid at a moment.
func (ls Llaves) abrir(pase string, now time.Time) (n Nombre, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(pase)
	if err != nil || len(b) != bytesPase {
		return n, false
	}
	datos, firma := b[:bytesPase-bytesSecreto], b[bytesPase-bytesSecreto:]
	for _, l := range ls {
		ok = ok || hmac.Equal(firma, mac(l, usoPases, datos))
	}
	vence := time.Unix(int64(binary.BigEndian.Uint64(datos[3*bytesUUID:])), 0)
	if !ok || !now.Before(vence) {
		return n, false
	}
	id := func(i int) string { return uuid.UUID(datos[i*bytesUUID : (i+1)*bytesUUID]).String() }
	return Nombre{CarpetaID: id(0), DocumentoID: id(1), CodigoID: id(2)}, true
}
