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
	LocalEmisor   = "carpeta-local"
	LocalAudience = "carpeta"
	EmisorFile    = "emisor.pem" // in the data folder
)

// Emisor issues tokens where no identity provider is: in the embedded profile,
// and on a developer's machine. A person that can read its key file can be anybody.
type Emisor struct {
	name     string
	acr      string    // of its tokens; "" for none
	permisos []Permiso // of its tokens of an entidad; nil for none
	leeway   time.Duration
	private  ed25519.PrivateKey
	kid      string
	clock    func() time.Time
}

// OpenEmisor reads the key in a data folder, or makes one there.
func OpenEmisor(dir string, clock func() time.Time) (*Emisor, error) {
	path := filepath.Join(dir, EmisorFile)
	content, err := SecretFile(path, newKeyPEM)
	if err != nil {
		return nil, err
	}
	private, err := parseKeyPEM(content)
	if err != nil {
		return nil, fmt.Errorf("the key file %s is damaged (%w): move it away to get a new key; tokens issued so far end with it", path, err)
	}
	kid, err := KeyThumbprint(private.Public())
	if err != nil {
		return nil, err
	}
	if clock == nil {
		clock = time.Now
	}
	return &Emisor{name: LocalEmisor, leeway: Leeway, private: private, kid: kid, clock: clock}, nil
}

// Named is the same issuer under another name: the URL that serves its keys.
func (e *Emisor) Named(name string) *Emisor {
	other := *e
	other.name = name
	return &other
}

// Level is the same issuer, whose tokens say that their person signed in at a level.
func (e *Emisor) Level(acr string) *Emisor {
	other := *e
	other.acr = acr
	return &other
}

// Permitting is the same issuer, whose tokens of an entidad have these permissions; none: as Principal.may has it.
func (e *Emisor) Permitting(ps ...Permiso) *Emisor {
	other := *e
	other.permisos = ps
	return &other
}

// Forgiving is the same issuer, whose tokens are taken though clocks differ by so much.
func (e *Emisor) Forgiving(leeway time.Duration) *Emisor {
	other := *e
	other.leeway = leeway
	return &other
}

// JWKS is the public key as an issuer publishes it (RFC 7517).
func (e *Emisor) JWKS() jose.JSONWebKeySet {
	return jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: e.private.Public(), KeyID: e.kid, Algorithm: string(jose.EdDSA), Use: "sig"},
	}}
}

// Issue signs a token for sub with one role. of is the operadorId of an operador, and
// the entidadId of an entidad. A negative ttl makes one that has expired, whatever the
// verifier forgives. Who asks for a token has the key, and so signs in now.
func (e *Emisor) Issue(sub string, role Role, of string, ttl time.Duration) (string, error) {
	c := claims{Claims: jwt.Claims{ID: rand.Text(), Subject: sub}, Roles: []Role{role}}
	if role == Entidad {
		c.Entidad, c.Permisos = of, e.permisos
	} else {
		c.Operador = of
	}
	if err := c.validIdentity(); err != nil {
		return "", err
	}
	if ttl < 0 {
		ttl -= e.leeway
	}
	options := (&jose.SignerOptions{}).WithType("JWT").WithHeader("kid", e.kid)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: e.private}, options)
	if err != nil {
		return "", err
	}
	now := e.clock()
	c.Issuer, c.Audience = e.name, jwt.Audience{LocalAudience}
	c.IssuedAt, c.Expiry = jwt.NewNumericDate(now), jwt.NewNumericDate(now.Add(ttl))
	signIn := map[string]any{"auth_time": now.Unix()}
	if e.acr != "" {
		signIn["acr"] = e.acr
	}
	return jwt.Signed(signer).Claims(c).Claims(signIn).Serialize()
}

// Verifier accepts the tokens of this issuer, and of no other.
func (e *Emisor) Verifier() Verifier { return e.VerifierIn(nil) }

// VerifierIn is Verifier with places where signatures are checked.
func (e *Emisor) VerifierIn(places Places) Verifier {
	public := e.private.Public().(ed25519.PublicKey)
	return &verifier{
		keys:   localKey{public, e.kid, places},
		emisor: e.name, audience: LocalAudience, clock: e.clock, leeway: e.leeway, seen: newVerified(),
		algorithms: []jose.SignatureAlgorithm{jose.EdDSA},
	}
}

// localKey is a key set of one.
type localKey struct {
	public ed25519.PublicKey
	kid    string
	places Places
}

func (l localKey) check(ctx context.Context, signed *jose.JSONWebSignature) ([]byte, error) {
	if signed.Signatures[0].Header.KeyID != l.kid {
		return nil, errSignature
	}
	return l.places.verify(ctx, signed, l.public)
}

// always is the key set of one that never changes.
var always = &keySet{}

func (localKey) inUse() *keySet { return always }

func newKeyPEM() ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

func parseKeyPEM(content []byte) (ed25519.PrivateKey, error) {
	block, _ := pem.Decode(content)
	if block == nil {
		return nil, errors.New("not PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	private, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("holds a %T, not an Ed25519 key", key)
	}
	return private, nil
}

// KeyThumbprint names a public key: RFC 7638 with SHA-256, in base64url. The error is that of a kind of key that has none.
func KeyThumbprint(public crypto.PublicKey) (string, error) {
	h, err := (&jose.JSONWebKey{Key: public}).Thumbprint(crypto.SHA256)
	return base64.RawURLEncoding.EncodeToString(h), err
}
