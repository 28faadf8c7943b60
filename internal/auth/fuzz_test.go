package auth_test

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// emisorFijo is an issuer whose key is the same in every run, so that a token in
// the seed corpus stays good.
func emisorFijo(f *testing.F) (*auth.Emisor, ed25519.PrivateKey) {
	f.Helper()
	privada := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	der, err := x509.MarshalPKCS8PrivateKey(privada)
	if err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	contenido := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	if err := os.WriteFile(filepath.Join(dir, auth.ArchivoEmisor), contenido, 0o600); err != nil {
		f.Fatal(err)
	}
	e, err := auth.NuevoEmisor(dir, reloj)
	if err != nil {
		f.Fatal(err)
	}
	return e, privada
}

// Whatever comes in: no panic, no principal without a signature, no echo.
func FuzzVerificar(f *testing.F) {
	e, _ := emisorFijo(f)
	bueno, err := e.Emitir(dueno, auth.Ciudadano, "", time.Hour)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bueno)
	v := e.Verificador()
	f.Fuzz(func(t *testing.T, token string) {
		p, err := v.Verificar(context.Background(), token)
		switch {
		case err == nil && (p.Sub != dueno || !slices.Equal(p.Roles, []auth.Rol{auth.Ciudadano})):
			t.Fatalf("forged %+v", p)
		case err != nil && fault.CodeOf(err) != fault.Unauthenticated:
			t.Fatalf("%v", err)
		case err != nil && len(token) > 8 && strings.Contains(err.Error(), token):
			t.Fatalf("error echoes the token: %v", err)
		case err == nil && bearerCambiado("Bearer "+token, token):
			t.Fatal("a good token does not travel in a header")
		}
		if got, ok := auth.ParsearBearer(token); ok && !strings.HasSuffix(token, " "+got) {
			t.Fatalf("%q was read as %q", token, got)
		}
	})
}

func bearerCambiado(header, token string) bool {
	got, ok := auth.ParsearBearer(header)
	return !ok || got != token
}

// Whatever the issuer itself signs: who comes out has a subject, known roles and
// time left, exactly as the claims say.
func FuzzReclamos(f *testing.F) {
	e, privada := emisorFijo(f)
	kid := e.JWKS().Keys[0].KeyID
	firmante, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: privada}, (&jose.SignerOptions{}).WithHeader("kid", kid))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"iss":"carpeta-local","aud":"carpeta","sub":"s","exp":4102444800,"roles":["ciudadano"]}`))
	v := e.Verificador()
	f.Fuzz(func(t *testing.T, contenido []byte) {
		firmado, err := firmante.Sign(contenido)
		if err != nil {
			t.Skip()
		}
		token, err := firmado.CompactSerialize()
		if err != nil {
			t.Skip()
		}
		p, err := v.Verificar(context.Background(), token)
		if err != nil {
			if fault.CodeOf(err) != fault.Unauthenticated || p.Sub != "" || len(p.Roles) > 0 {
				t.Fatalf("%+v, %v", p, err)
			}
			return
		}
		comprobarPrincipal(t, p, contenido)
	})
}

// comprobarPrincipal reads the claims once more, in another way.
func comprobarPrincipal(t *testing.T, p auth.Principal, contenido []byte) {
	t.Helper()
	var r map[string]any // names compared exactly
	if err := json.Unmarshal(contenido, &r); err != nil {
		t.Fatalf("accepted %q: %v", contenido, err)
	}
	operador, _ := r["operador"].(string)
	roles := make([]any, len(p.Roles))
	for i, rol := range p.Roles {
		roles[i] = string(rol)
	}
	if p.Sub == "" || r["sub"] != p.Sub || operador != p.OperadorID || !reflect.DeepEqual(r["roles"], roles) || r["iss"] != auth.EmisorLocal {
		t.Fatalf("%q became %+v", contenido, p)
	}
	for _, rol := range p.Roles {
		if !slices.Contains(auth.RolesValidos, rol) {
			t.Fatalf("role %q", rol)
		}
	}
	if len(p.Roles) == 0 || p.Tiene(auth.Operador) && p.OperadorID == "" || p.Expira.Before(ahora.Add(-auth.Margen)) {
		t.Fatalf("%q became %+v", contenido, p)
	}
}
