package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
)

const maxAnswer = 1 << 20 // bytes of a key set or discovery document

// keySet is a key set as it was fetched. A nil one is empty and older than anything.
type keySet struct {
	keys   []jose.JSONWebKey
	public []PublicKey // those of them that sign content
	since  time.Time
}

func (j *keySet) newerThan(age time.Duration, now time.Time) bool {
	return j != nil && now.Sub(j.since) < age
}

// try returns the payload if a key fits, and whether the token's key is known
// at all. A token without a key id may be of any key, or of one not fetched yet. The error is a noPlace.
func (j *keySet) try(ctx context.Context, signed *jose.JSONWebSignature, places Places) (content []byte, known bool, err error) {
	if j == nil {
		return nil, false, nil
	}
	header := signed.Signatures[0].Header
	kid := header.KeyID
	tries := 0
	for _, key := range j.keys {
		other := kid != "" && kid != key.KeyID
		if other || key.Algorithm != "" && key.Algorithm != header.Algorithm { // RFC 7517 §4.4: a key is for its algorithm alone
			continue
		}
		known = kid != ""
		if !fits(key.Key, header.Algorithm) {
			continue
		}
		if tries++; tries > maxTries {
			break
		}
		content, err := places.verify(ctx, signed, key.Key)
		if !errors.Is(err, errSignature) {
			return content, true, err
		}
	}
	return nil, known, nil
}

// discover finds the JWKS of an issuer by OpenID Connect discovery.
func (g guard) discover(ctx context.Context, client *http.Client, emisor string) (string, error) {
	var document struct {
		Issuer  string `json:"issuer"`
		JWKSURL string `json:"jwks_uri"`
	}
	at := strings.TrimSuffix(emisor, "/") + "/.well-known/openid-configuration"
	if err := fetch(ctx, client, at, &document); err != nil {
		return "", err
	}
	if document.Issuer != emisor {
		return "", fmt.Errorf("auth: the issuer calls itself %.200q, the configuration says %q: they must be equal, to the slash", document.Issuer, emisor)
	}
	if document.JWKSURL == "" {
		return "", errors.New("auth: the issuer's discovery document has no jwks_uri")
	}
	to, err := url.Parse(document.JWKSURL)
	if err != nil {
		return "", errors.New("auth: the issuer's jwks_uri is no URL")
	}
	return document.JWKSURL, g.leads(emisor, to)
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
