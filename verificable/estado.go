package verificable

import (
	"bytes"
	"compress/zlib"
	"crypto"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// Estado is where a Token Status List (draft-ietf-oauth-status-list-21) keeps whether the issuer took the delivery back.
type Estado struct {
	URI string // of the list, which ends in /estado/ and its number
	Idx int64  // of the bit in it
}

// Posiciones are the bits of a list.
const Posiciones = 1 << 20

// Bytes are the reference as a file has it: canonical JSON (RFC 8785).
func (e Estado) Bytes() []byte { return objeto(numero("idx", int(e.Idx)), texto("uri", e.URI)) }

// Referencia is what the log holds of it.
func (e Estado) Referencia() string { return e.URI + "#" + strconv.FormatInt(e.Idx, 10) }

// Ruta is the end of the list's address. A deployment may move to another host: its key is what vouches for a list.
func (e Estado) Ruta() string { return rutaDe(e.URI) }

func rutaDe(uri string) string {
	if i := strings.LastIndex(uri, carpetaEstado); i >= 0 {
		return uri[i:]
	}
	return ""
}

const carpetaEstado = "/estado/"

// LeerEstado reads what Bytes writes.
func LeerEstado(b []byte) (Estado, error) {
	var j struct {
		Idx int64  `json:"idx"`
		URI string `json:"uri"`
	}
	if err := json.Unmarshal(b, &j); err != nil {
		return Estado{}, errors.New("status: not the JSON of a reference")
	}
	e := Estado{URI: j.URI, Idx: j.Idx}
	lista := strings.TrimPrefix(e.Ruta(), carpetaEstado)
	n, err := strconv.ParseUint(lista, 10, 31)
	if !bytes.Equal(e.Bytes(), b) || err != nil || strconv.FormatUint(n, 10) != lista || !esDireccion(e.URI) || e.Idx < 0 || e.Idx >= Posiciones {
		return Estado{}, errors.New("status: not a reference to a bit of a list, in its one form")
	}
	return e, nil
}

func esDireccion(uri string) bool {
	return strings.HasPrefix(uri, "https://") || strings.HasPrefix(uri, "http://")
}

// Lista is a status list whose signature was verified.
type Lista struct {
	URI      string
	Emitida  time.Time // when it was made
	Expira   time.Time
	posicion []byte
}

// Retirada reports whether the bit is set. Every other program that reads such lists counts bits alike: the first one of
// a byte is its least significant.
func (l Lista) Retirada(idx int64) bool {
	return idx>>3 < int64(len(l.posicion)) && l.posicion[idx>>3]>>(idx&7)&1 == 1
}

// MaxLista bounds the token of a list.
const MaxLista = 256 << 10

type listaJSON struct {
	Sub    string `json:"sub"`
	Iat    int64  `json:"iat"`
	Exp    int64  `json:"exp"`
	TTL    int64  `json:"ttl,omitempty"` // seconds for which a copy is fresh
	Status struct {
		Bits int    `json:"bits"`
		Lst  string `json:"lst"`
	} `json:"status_list"`
}

// LeerLista reads the token of a list that one of the keys signed at its own time.
func LeerLista(token []byte, llaves verify.Keys) (Lista, error) {
	token = bytes.TrimSpace(token)
	if len(token) > MaxLista {
		return Lista{}, fmt.Errorf("status list: more than %d bytes", MaxLista)
	}
	if !enSuForma(string(token)) {
		return Lista{}, errors.New("status list: not a compact JWT in its one form; perhaps it was cut")
	}
	jws, err := jose.ParseSignedCompact(string(token), []jose.SignatureAlgorithm{jose.EdDSA})
	if err != nil {
		return Lista{}, errors.New("status list: not a JWT that Ed25519 signed")
	}
	if jws.Signatures[0].Protected.ExtraHeaders[jose.HeaderType] != "statuslist+jwt" {
		return Lista{}, errors.New("status list: a JWT of another type")
	}
	payload, emitida, err := abrirLista(jws, llaves)
	if err != nil {
		return Lista{}, err
	}
	l := Lista{URI: payload.Sub, Emitida: emitida, Expira: time.Unix(payload.Exp, 0).UTC()}
	if payload.Status.Bits != 1 || payload.Exp <= payload.Iat {
		return Lista{}, errors.New("status list: want one bit for each, iat, and exp after it")
	}
	l.posicion, err = inflar(payload.Status.Lst)
	return l, err
}

// enSuForma: base64 has spare bits, which a lenient reader passes over.
func enSuForma(token string) bool {
	for parte := range strings.SplitSeq(token, ".") {
		if _, err := base64.RawURLEncoding.Strict().DecodeString(parte); err != nil {
			return false
		}
	}
	return true
}

// abrirLista finds the key that signed, and was the log's then.
func abrirLista(jws *jose.JSONWebSignature, llaves verify.Keys) (p listaJSON, emitida time.Time, err error) {
	err = errors.New("status list: none of these keys signed it")
	for _, k := range llaves {
		text, malo := jws.Verify(k.Public)
		if malo != nil {
			continue
		}
		if json.Unmarshal(text, &p) != nil || p.Iat <= 0 || p.Iat > maxSegundos || p.Exp > maxSegundos {
			return p, emitida, errors.New("status list: its claims are not those of a list")
		}
		emitida = time.Unix(p.Iat, 0).UTC()
		if !emitida.Before(k.From) && (k.Until.IsZero() || emitida.Before(k.Until)) {
			return p, emitida, nil
		}
		err = errors.New("status list: signed when its key was not the log's")
	}
	return p, emitida, err
}

const maxSegundos = 253402300799 // the end of the year 9999

// inflar reads exactly a list's bits: a bomb ends there.
func inflar(lst string) ([]byte, error) {
	comprimido, err := base64.RawURLEncoding.Strict().DecodeString(lst)
	if err != nil {
		return nil, errors.New("status list: lst is not base64url")
	}
	resto := bytes.NewReader(comprimido)
	z, err := zlib.NewReader(resto)
	if err != nil {
		return nil, errors.New("status list: lst is not zlib")
	}
	bits, err := io.ReadAll(io.LimitReader(z, Posiciones/8+1))
	if err != nil || len(bits) != Posiciones/8 || resto.Len() > 0 {
		return nil, fmt.Errorf("status list: lst does not hold %d bits", Posiciones)
	}
	return bits, nil
}

// EscribirLista makes the token of a list, which LeerLista reads: a JWT of the type statuslist+jwt. Its kid names one
// of LlavesDeListas.
func EscribirLista(uri string, bits []byte, emitida time.Time, dura, fresca time.Duration, llave ed25519.PrivateKey) ([]byte, error) {
	var lst bytes.Buffer
	z := zlib.NewWriter(&lst) // the draft recommends the best level, which takes eight times as long for 3 % less
	_, err := z.Write(bits)
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return nil, err
	}
	p := listaJSON{Sub: uri, Iat: emitida.Unix(), Exp: emitida.Add(dura).Unix(), TTL: int64(fresca.Seconds())}
	p.Status.Bits, p.Status.Lst = 1, base64.RawURLEncoding.EncodeToString(lst.Bytes())
	payload, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	conKid := jose.JSONWebKey{Key: llave, KeyID: kidDeLista(llave.Public())}
	firmante, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: conKid}, (&jose.SignerOptions{}).WithType("statuslist+jwt"))
	if err != nil {
		return nil, err
	}
	jws, err := firmante.Sign(payload)
	if err != nil {
		return nil, err
	}
	token, err := jws.CompactSerialize()
	return []byte(token), err
}

// LlavesDeListas are the keys that sign status lists now or later, as a set of JWK (RFC 7517): for programs that read such
// lists and know nothing of logs. A key that ended is left out: a list is signed anew every day.
func LlavesDeListas(llaves verify.Keys, ahora time.Time) ([]byte, error) {
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, k := range llaves {
		if k.Until.IsZero() || ahora.Before(k.Until) {
			set.Keys = append(set.Keys, jose.JSONWebKey{Key: k.Public, KeyID: kidDeLista(k.Public), Algorithm: string(jose.EdDSA), Use: "sig"})
		}
	}
	return json.Marshal(set)
}

// kidDeLista is the thumbprint of a key (RFC 7638).
func kidDeLista(publica crypto.PublicKey) string {
	huella, _ := auth.KeyThumbprint(publica) // a key of Ed25519 has one
	return huella
}
