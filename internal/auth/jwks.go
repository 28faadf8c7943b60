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

const maxAnswer = 1 << 20 // bytes of a key set or discovery document

// keySet is a key set as it was fetched. A nil one is empty and older than anything.
type keySet struct {
	keys  []jose.JSONWebKey
	since time.Time
}

func (j *keySet) newerThan(age time.Duration, now time.Time) bool {
	return j != nil && now.Sub(j.since) < age
}

// try returns the payload if a key fits, and whether the token's key is known
// at all. A token without a key id may be of any key, or of one not fetched yet.
func (j *keySet) try(signed *jose.JSONWebSignature) (content []byte, known bool) {
	if j == nil {
		return nil, false
	}
	header := signed.Signatures[0].Header
	kid := header.KeyID
	for _, key := range j.keys {
		other := kid != "" && kid != key.KeyID
		if other || key.Algorithm != "" && key.Algorithm != header.Algorithm { // RFC 7517 §4.4: a key is for its algorithm alone
			continue
		}
		known = kid != ""
		if content, err := signed.Verify(key.Key); err == nil {
			return content, true
		}
	}
	return nil, known
}

// fetchKeySet fetches a JWKS. Keys that are not for us (secret, for encryption, of
// an unknown kind, too short) are passed over, as RFC 7517 §5 asks.
func fetchKeySet(ctx context.Context, client *http.Client, url string) ([]jose.JSONWebKey, error) {
	var document struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := fetch(ctx, client, url, &document); err != nil {
		return nil, err
	}
	var keys []jose.JSONWebKey
	for _, raw := range document.Keys {
		var key jose.JSONWebKey
		if json.Unmarshal(raw, &key) == nil && key.Use != "enc" && key.IsPublic() && key.Valid() && !short(key) {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("auth: %s holds no public key that can be used", url)
	}
	return keys, nil
}

// short is an RSA key that can be factored: RFC 7518 §3.3 asks for 2,048 bits.
func short(key jose.JSONWebKey) bool {
	k, isRSA := key.Key.(*rsa.PublicKey)
	return isRSA && k.N.BitLen() < 2048
}

// discover finds the JWKS of an issuer by OpenID Connect discovery.
func discover(ctx context.Context, client *http.Client, emisor string) (string, error) {
	var document struct {
		Issuer  string `json:"issuer"`
		JWKSURL string `json:"jwks_uri"`
	}
	url := strings.TrimSuffix(emisor, "/") + "/.well-known/openid-configuration"
	if err := fetch(ctx, client, url, &document); err != nil {
		return "", err
	}
	if document.Issuer != emisor {
		return "", fmt.Errorf("auth: the issuer calls itself %q, the configuration says %q: they must be equal, to the slash", document.Issuer, emisor)
	}
	if document.JWKSURL == "" {
		return "", errors.New("auth: the issuer's discovery document has no jwks_uri")
	}
	return document.JWKSURL, keepsHTTPS(emisor, document.JWKSURL)
}

// keepsHTTPS refuses to leave https: a person that can change the keys on their way can
// be anybody.
func keepsHTTPS(since, to string) error {
	if strings.HasPrefix(strings.ToLower(since), "https:") && !strings.HasPrefix(strings.ToLower(to), "https:") {
		return fmt.Errorf("auth: %s leads to an address without https", since)
	}
	return nil
}

const maxHops = 3

// redirect follows an issuer a few steps, within https.
func redirect(req *http.Request, before []*http.Request) error {
	if len(before) > maxHops {
		return errors.New("auth: the issuer redirects too often")
	}
	return keepsHTTPS(before[len(before)-1].URL.String(), req.URL.String())
}

func fetch(ctx context.Context, client *http.Client, url string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("auth: %s answered %d", url, resp.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil {
		return err
	}
	if len(body) > maxAnswer {
		return fmt.Errorf("auth: %s is longer than %d bytes", url, maxAnswer)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("auth: %s is not the JSON expected: %w", url, err)
	}
	return nil
}
