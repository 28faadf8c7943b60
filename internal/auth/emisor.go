package auth

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Names of the local issuer.
const (
	EmisorLocal   = "carpeta-local"
	PublicoLocal  = "carpeta"
	ArchivoEmisor = "emisor.pem" // in the data folder
)

// Emisor issues tokens where no identity provider is: in the embedded profile,
// and on a developer's machine. Whoever can read its key file can be anybody.
type Emisor struct {
	nombre  string
	privada ed25519.PrivateKey
	kid     string
	reloj   func() time.Time
}

// NuevoEmisor reads the key in a data folder, or makes one there.
func NuevoEmisor(carpetaDatos string, reloj func() time.Time) (*Emisor, error) {
	ruta := filepath.Join(carpetaDatos, ArchivoEmisor)
	contenido, err := ArchivoSecreto(ruta, nuevaLlavePEM)
	if err != nil {
		return nil, err
	}
	privada, err := leerLlavePEM(contenido)
	if err != nil {
		return nil, fmt.Errorf("the key file %s is damaged (%w): move it away to get a new key; tokens issued so far end with it", ruta, err)
	}
	kid, err := huella(privada.Public())
	if err != nil {
		return nil, err
	}
	if reloj == nil {
		reloj = time.Now
	}
	return &Emisor{EmisorLocal, privada, kid, reloj}, nil
}

// ConNombre is the same issuer under another name: the URL that serves its keys.
func (e *Emisor) ConNombre(nombre string) *Emisor {
	otro := *e
	otro.nombre = nombre
	return &otro
}

// JWKS is the public key as an issuer publishes it (RFC 7517).
func (e *Emisor) JWKS() jose.JSONWebKeySet {
	return jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: e.privada.Public(), KeyID: e.kid, Algorithm: string(jose.EdDSA), Use: "sig"},
	}}
}

// Emitir signs a token for sub with one role. A negative ttl makes one that has
// expired, whatever the verifier forgives.
func (e *Emisor) Emitir(sub string, rol Rol, operador string, ttl time.Duration) (string, error) {
	if err := validarIdentidad(sub, []Rol{rol}, operador); err != nil {
		return "", err
	}
	if ttl < 0 {
		ttl -= Margen
	}
	opciones := (&jose.SignerOptions{}).WithType("JWT").WithHeader("kid", e.kid)
	firmante, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: e.privada}, opciones)
	if err != nil {
		return "", err
	}
	ahora := e.reloj()
	return jwt.Signed(firmante).Claims(reclamos{
		Claims: jwt.Claims{
			Issuer: e.nombre, Audience: jwt.Audience{PublicoLocal}, Subject: sub,
			IssuedAt: jwt.NewNumericDate(ahora), Expiry: jwt.NewNumericDate(ahora.Add(ttl)),
		},
		Roles: []Rol{rol}, Operador: operador,
	}).Serialize()
}

// Verificador accepts the tokens of this issuer, and of no other.
func (e *Emisor) Verificador() Verificador {
	publica := e.privada.Public().(ed25519.PublicKey)
	return &verificador{
		llaves: llaveLocal{publica, e.kid},
		emisor: e.nombre, publico: PublicoLocal, reloj: e.reloj, margen: Margen, verificados: nuevosVerificados(),
		algoritmos: []jose.SignatureAlgorithm{jose.EdDSA},
	}
}

// llaveLocal is a key set of one.
type llaveLocal struct {
	publica ed25519.PublicKey
	kid     string
}

func (l llaveLocal) comprobar(_ context.Context, firmado *jose.JSONWebSignature) ([]byte, error) {
	if firmado.Signatures[0].Header.KeyID != l.kid {
		return nil, errFirma
	}
	contenido, err := firmado.Verify(l.publica)
	if err != nil {
		return nil, errFirma
	}
	return contenido, nil
}

// siempre is the key set of one that never changes.
var siempre = &juego{}

func (llaveLocal) vigentes() *juego { return siempre }

func nuevaLlavePEM() ([]byte, error) {
	_, privada, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(privada)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

func leerLlavePEM(contenido []byte) (ed25519.PrivateKey, error) {
	bloque, _ := pem.Decode(contenido)
	if bloque == nil {
		return nil, errors.New("not PEM")
	}
	llave, err := x509.ParsePKCS8PrivateKey(bloque.Bytes)
	if err != nil {
		return nil, err
	}
	privada, ok := llave.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("holds a %T, not an Ed25519 key", llave)
	}
	return privada, nil
}

// huella names a key by its RFC 7638 thumbprint.
func huella(publica crypto.PublicKey) (string, error) {
	h, err := (&jose.JSONWebKey{Key: publica}).Thumbprint(crypto.SHA256)
	return base64.RawURLEncoding.EncodeToString(h), err
}
