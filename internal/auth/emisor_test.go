package auth_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

func emisor(t *testing.T, dir string, clock func() time.Time) *auth.Emisor {
	t.Helper()
	e, err := auth.OpenEmisor(dir, clock)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func issue(t *testing.T, e *auth.Emisor, ttl time.Duration) string {
	t.Helper()
	token, err := e.Issue(dueno, auth.Ciudadano, "", ttl)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestEmisorsTokensAreVerified(t *testing.T) {
	e := emisor(t, t.TempDir(), clock)
	token, err := e.Issue("op-7", auth.Operador, "op1", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Verifier().Verify(context.Background(), token)
	if err != nil {
		t.Fatal(err)
	}
	if p.Token == (auth.TokenID{}) {
		t.Error("the token has no jti: it could not be revoked")
	}
	want := auth.Principal{Token: p.Token, Thumbprint: auth.ThumbprintOf(token), Issued: now, Sub: "op-7", Roles: []auth.Role{auth.Operador}, OperadorID: "op1", Expires: now.Add(time.Hour), Leeway: auth.Leeway, SignIn: auth.SignIn{At: now}}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("principal (-want +got):\n%s", diff)
	}
}

// The leeway forgives 30 s of clock difference, and not a second more.
func TestEmisorsTokensExpire(t *testing.T) {
	at := now
	e := emisor(t, t.TempDir(), func() time.Time { return at })
	token := issue(t, e, time.Minute)
	for later, want := range map[time.Duration]fault.Code{
		-31 * time.Second: fault.Unauthenticated, // issued in the future
		-30 * time.Second: "",
		90 * time.Second:  "",
		91 * time.Second:  fault.Unauthenticated,
	} {
		at = now.Add(later)
		if _, err := e.Verifier().Verify(context.Background(), token); fault.CodeOf(err) != want {
			t.Errorf("%v later: got %v, want %q", later, err, want)
		}
	}
}

func TestEmisorIssuesExpiredTokens(t *testing.T) {
	e := emisor(t, t.TempDir(), clock)
	_, err := e.Verifier().Verify(context.Background(), issue(t, e, -time.Second))
	if fault.CodeOf(err) != fault.Unauthenticated || !strings.Contains(err.Error(), "venció") {
		t.Errorf("got %v", err)
	}
}

func TestEmisorRefusesBadIdentities(t *testing.T) {
	e := emisor(t, t.TempDir(), clock)
	for _, c := range []struct {
		sub      string
		role     auth.Role
		operador string
	}{
		{"", auth.Ciudadano, ""},
		{"a b", auth.Ciudadano, ""},
		{"ñ", auth.Ciudadano, ""},
		{strings.Repeat("x", 129), auth.Ciudadano, ""},
		{dueno, "admin", ""},
		{dueno, auth.Operador, ""},
		{dueno, auth.Operador, "op\n1"},
	} {
		if token, err := e.Issue(c.sub, c.role, c.operador, time.Hour); err == nil {
			t.Errorf("%+v: issued %s", c, token)
		}
	}
}

// The key outlives the process, and another folder's key is another issuer.
func TestEmisorKeepsItsKeyInAFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "datos")
	token := issue(t, emisor(t, dir, clock), time.Hour)
	if _, err := emisor(t, dir, clock).Verifier().Verify(context.Background(), token); err != nil {
		t.Errorf("after a restart: %v", err)
	}
	foreign := emisor(t, t.TempDir(), clock)
	if _, err := foreign.Verifier().Verify(context.Background(), token); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("another issuer: %v", err)
	}
	path := filepath.Join(dir, auth.EmisorFile)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".llave-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestEmisorRefusesABadKeyFile(t *testing.T) {
	for name, prepare := range map[string]func(path string) error{
		"readable by others": func(path string) error { return os.Chmod(path, 0o644) },
		"damaged":            func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) },
		"empty":              func(path string) error { return os.Truncate(path, 0) },
	} {
		dir := t.TempDir()
		emisor(t, dir, clock)
		path := filepath.Join(dir, auth.EmisorFile)
		if err := prepare(path); err != nil {
			t.Fatal(err)
		}
		if _, err := auth.OpenEmisor(dir, clock); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// Under the name of a URL, with its keys published there, it is an issuer like any other.
func TestPublishedKeysVerify(t *testing.T) {
	dir, p := t.TempDir(), newProvider(t)
	local := emisor(t, dir, clock)
	published := local.Named(p.URL)
	keySet, err := json.Marshal(published.JWKS())
	if err != nil || strings.Contains(string(keySet), `"d":`) {
		t.Fatalf("published %s, %v", keySet, err)
	}
	p.change(func() { p.raw = string(keySet) })
	remote := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: auth.LocalAudience, Clock: clock})
	for name, c := range map[string]struct {
		by   *auth.Emisor
		v    auth.Verifier
		want fault.Code
	}{
		"published, by its URL":   {published, remote, ""},
		"published, by itself":    {published, published.Verifier(), ""},
		"published, by the local": {published, local.Verifier(), fault.Unauthenticated},
		"local, by the URL":       {local, remote, fault.Unauthenticated},
	} {
		if _, err := c.v.Verify(context.Background(), issue(t, c.by, time.Hour)); fault.CodeOf(err) != c.want {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func TestEmisorIsMadeOnceByManyAtATime(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	tokens := make([]string, 8)
	for i := range tokens {
		wg.Go(func() {
			if e, err := auth.OpenEmisor(dir, clock); err == nil {
				tokens[i], _ = e.Issue(dueno, auth.Ciudadano, "", time.Hour)
			}
		})
	}
	wg.Wait()
	v := emisor(t, dir, clock).Verifier()
	for _, token := range tokens {
		if _, err := v.Verify(context.Background(), token); err != nil {
			t.Errorf("a process got a key of its own: %v", err)
		}
	}
}

func TestSecretKeyIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cursores.llave")
	first, err := auth.SecretKey(path)
	if err != nil || len(first) != 32 {
		t.Fatal(len(first), err)
	}
	if other, err := auth.SecretKey(path); err != nil || string(other) != string(first) {
		t.Errorf("the second time: another key, %v", err)
	}
	if foreign, err := auth.SecretKey(path + "2"); err != nil || string(foreign) == string(first) {
		t.Errorf("another file: the same key, %v", err)
	}
	if err := os.Truncate(path, 31); err != nil {
		t.Fatal(err)
	}
	if _, err := auth.SecretKey(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("damaged: %v", err)
	}
}

// TestLocalChosenLeeway: the local issuer forgives what the configuration says, as a remote one does, and a token that was
// made expired has expired for it.
func TestLocalChosenLeeway(t *testing.T) {
	at := now
	e, err := auth.OpenEmisor(t.TempDir(), func() time.Time { return at })
	if err != nil {
		t.Fatal(err)
	}
	e = e.Forgiving(2 * time.Minute)
	token, err := e.Issue("ana", auth.Ciudadano, "", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	v := e.Verifier()
	takes := func(token string) bool {
		p, err := v.Verify(t.Context(), token)
		return err == nil && p.Leeway == 2*time.Minute
	}
	at = now.Add(3*time.Minute - time.Second)
	if !takes(token) {
		t.Error("expired for less than is forgiven, and refused")
	}
	at = now.Add(3*time.Minute + time.Second)
	if takes(token) {
		t.Error("expired for longer, and taken")
	}
	at = now
	if token, err = e.Issue("ana", auth.Ciudadano, "", -time.Second); err != nil || takes(token) {
		t.Error("made expired, and taken:", err)
	}
}
