package auth_test

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// fixedEmisor is an issuer whose key is the same in every run, so that a token in
// the seed corpus stays good.
func fixedEmisor(f *testing.F) (*auth.Emisor, ed25519.PrivateKey) {
	f.Helper()
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	content := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	if err := os.WriteFile(filepath.Join(dir, auth.EmisorFile), content, 0o600); err != nil {
		f.Fatal(err)
	}
	e, err := auth.OpenEmisor(dir, clock)
	if err != nil {
		f.Fatal(err)
	}
	return e, private
}

// Whatever comes in: no panic, no principal without a signature, no echo.
func FuzzVerify(f *testing.F) {
	e, _ := fixedEmisor(f)
	good, err := e.Issue(dueno, auth.Ciudadano, "", time.Hour)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	v := e.Verifier()
	f.Fuzz(func(t *testing.T, token string) {
		p, err := v.Verify(context.Background(), token)
		switch {
		case err == nil && (p.Sub != dueno || !slices.Equal(p.Roles, []auth.Role{auth.Ciudadano})):
			t.Fatalf("forged %+v", p)
		case err != nil && fault.CodeOf(err) != fault.Unauthenticated:
			t.Fatalf("%v", err)
		case err != nil && len(token) > 8 && strings.Contains(err.Error(), token):
			t.Fatalf("error echoes the token: %v", err)
		case err == nil && changedBearer("Bearer "+token, token):
			t.Fatal("a good token does not travel in a header")
		}
		if got, ok := auth.ParseBearer(token); ok && !strings.HasSuffix(token, " "+got) {
			t.Fatalf("%q was read as %q", token, got)
		}
	})
}

func changedBearer(header, token string) bool {
	got, ok := auth.ParseBearer(header)
	return !ok || got != token
}

// Whatever the issuer itself signs: the principal has a subject, known roles and
// time left, exactly as the claims say.
func FuzzClaims(f *testing.F) {
	e, private := fixedEmisor(f)
	kid := e.JWKS().Keys[0].KeyID
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: private}, (&jose.SignerOptions{}).WithHeader("kid", kid))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"iss":"carpeta-local","aud":"carpeta","sub":"s","exp":4102444800,"roles":["ciudadano"]}`))
	v := e.Verifier()
	f.Fuzz(func(t *testing.T, content []byte) {
		signed, err := signer.Sign(content)
		if err != nil {
			t.Skip()
		}
		token, err := signed.CompactSerialize()
		if err != nil {
			t.Skip()
		}
		p, err := v.Verify(context.Background(), token)
		if err != nil {
			if fault.CodeOf(err) != fault.Unauthenticated {
				t.Fatal(err)
			}
			if diff := cmp.Diff(auth.Principal{}, p); diff != "" {
				t.Fatalf("somebody, beside %v (-want +got):\n%s", err, diff)
			}
			return
		}
		checkPrincipal(t, p, content)
	})
}

// checkPrincipal reads the claims once more, in another way.
func checkPrincipal(t *testing.T, p auth.Principal, content []byte) {
	t.Helper()
	var r map[string]any // names compared exactly
	if err := json.Unmarshal(content, &r); err != nil {
		t.Fatalf("accepted %q: %v", content, err)
	}
	operador, _ := r["operador"].(string)
	roles := make([]any, len(p.Roles))
	for i, role := range p.Roles {
		roles[i] = string(role)
	}
	if p.Sub == "" {
		t.Fatalf("%q became nobody: %+v", content, p)
	}
	claims := map[string]any{"sub": r["sub"], "operador": operador, "roles": r["roles"], "iss": r["iss"]}
	taken := map[string]any{"sub": p.Sub, "operador": p.OperadorID, "roles": roles, "iss": auth.LocalEmisor}
	if diff := cmp.Diff(claims, taken); diff != "" {
		t.Fatalf("%q (-claims +taken):\n%s", content, diff)
	}
	for _, role := range p.Roles {
		if !slices.Contains(auth.ValidRoles, role) {
			t.Fatalf("role %q", role)
		}
	}
	if len(p.Roles) == 0 {
		t.Fatalf("%q has no role", content)
	}
	if p.Has(auth.Operador) && p.OperadorID == "" {
		t.Fatalf("%q is an operador without an id", content)
	}
	if p.Expires.Before(now.Add(-auth.Leeway)) {
		t.Fatalf("%q ended at %v", content, p.Expires)
	}
}
