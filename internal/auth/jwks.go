package auth

import (
	"context"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
)

const respuestaMaxima = 1 << 20 // bytes of a key set or discovery document

// juego is a key set as it was fetched. A nil one is empty and older than anything.
type juego struct {
	llaves []jose.JSONWebKey
	desde  time.Time
}

func (j *juego) masNuevoQue(edad time.Duration, ahora time.Time) bool {
	return j != nil && ahora.Sub(j.desde) < edad
}

// probar returns the payload if a key fits, and whether the token's key is known
// at all. A token without a key id may be of any key, or of one not fetched yet.
func (j *juego) probar(firmado *jose.JSONWebSignature) (contenido []byte, conocida bool) {
	if j == nil {
		return nil, false
	}
	cabeza := firmado.Signatures[0].Header
	kid := cabeza.KeyID
	for _, llave := range j.llaves {
		otra := kid != "" && kid != llave.KeyID
		if otra || llave.Algorithm != "" && llave.Algorithm != cabeza.Algorithm { // RFC 7517 §4.4: a key is for its algorithm alone
			continue
		}
		conocida = kid != ""
		if contenido, err := firmado.Verify(llave.Key); err == nil {
			return contenido, true
		}
	}
	return nil, conocida
}

// traerJuego fetches a JWKS. Keys that are not for us (secret, for encryption, of
// an unknown kind, too short) are passed over, as RFC 7517 §5 asks.
func traerJuego(ctx context.Context, cliente *http.Client, url string) ([]jose.JSONWebKey, error) {
	var documento struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := traer(ctx, cliente, url, &documento); err != nil {
		return nil, err
	}
	var llaves []jose.JSONWebKey
	for _, crudo := range documento.Keys {
		var llave jose.JSONWebKey
		if json.Unmarshal(crudo, &llave) == nil && llave.Use != "enc" && llave.IsPublic() && llave.Valid() && !corta(llave) {
			llaves = append(llaves, llave)
		}
	}
	if len(llaves) == 0 {
		return nil, fmt.Errorf("auth: %s holds no public key that can be used", url)
	}
	return llaves, nil
}

// corta is an RSA key that can be factored: RFC 7518 §3.3 asks for 2,048 bits.
func corta(llave jose.JSONWebKey) bool {
	k, esRSA := llave.Key.(*rsa.PublicKey)
	return esRSA && k.N.BitLen() < 2048
}

// descubrir finds the JWKS of an issuer by OpenID Connect discovery.
func descubrir(ctx context.Context, cliente *http.Client, emisor string) (string, error) {
	var documento struct {
		Issuer  string `json:"issuer"`
		JWKSURL string `json:"jwks_uri"`
	}
	url := strings.TrimSuffix(emisor, "/") + "/.well-known/openid-configuration"
	if err := traer(ctx, cliente, url, &documento); err != nil {
		return "", err
	}
	if documento.Issuer != emisor {
		return "", fmt.Errorf("auth: the issuer calls itself %q, the configuration says %q: they must be equal, to the slash", documento.Issuer, emisor)
	}
	if documento.JWKSURL == "" {
		return "", errors.New("auth: the issuer's discovery document has no jwks_uri")
	}
	return documento.JWKSURL, protegida(emisor, documento.JWKSURL)
}

// protegida refuses to leave https: whoever can change the keys on their way can
// be anybody.
func protegida(desde, hacia string) error {
	if strings.HasPrefix(strings.ToLower(desde), "https:") && !strings.HasPrefix(strings.ToLower(hacia), "https:") {
		return fmt.Errorf("auth: %s leads to an address without https", desde)
	}
	return nil
}

const saltosMaximos = 3

// redirigir follows an issuer a few steps, within https.
func redirigir(req *http.Request, antes []*http.Request) error {
	if len(antes) > saltosMaximos {
		return errors.New("auth: the issuer redirects too often")
	}
	return protegida(antes[len(antes)-1].URL.String(), req.URL.String())
}

func traer(ctx context.Context, cliente *http.Client, url string, destino any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := cliente.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("auth: %s answered %d", url, resp.StatusCode)
	}
	cuerpo, err := io.ReadAll(io.LimitReader(resp.Body, respuestaMaxima+1))
	if err != nil {
		return err
	}
	if len(cuerpo) > respuestaMaxima {
		return fmt.Errorf("auth: %s is longer than %d bytes", url, respuestaMaxima)
	}
	if err := json.Unmarshal(cuerpo, destino); err != nil {
		return fmt.Errorf("auth: %s is not the JSON expected: %w", url, err)
	}
	return nil
}
