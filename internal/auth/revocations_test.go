package auth_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// denying is a deny list in a folder, in front of an issuer.
type denying struct {
	*testing.T
	at  *moment
	dir string
	log bytes.Buffer
	r   *auth.Revocations
	v   auth.Verifier
	p   *provider
	key key
}

func newDenying(t *testing.T, most int) *denying {
	d := &denying{T: t, at: &moment{t: now}, dir: t.TempDir(), p: newProvider(t), key: edKey(t, "1")}
	d.p.publish(d.key)
	d.r = auth.NewRevocations(auth.RevocationsConfig{
		Source: auth.NewRevocationFile(d.dir), Max: most, Clock: d.at.now, Log: slog.New(slog.NewTextHandler(&d.log, nil)),
	})
	d.v = d.r.Guard(auth.NewRemote(auth.RemoteConfig{Emisor: d.p.URL, Audience: "carpeta", Clock: d.at.now}))
	return d
}

func (d *denying) path() string { return filepath.Join(d.dir, auth.RevocationsName) }

// put replaces the file as the command does.
func (d *denying) put(text string) {
	d.Helper()
	beside := d.path() + ".new"
	if err := errors.Join(os.WriteFile(beside, []byte(text), 0o600), os.Rename(beside, d.path())); err != nil {
		d.Fatal(err)
	}
}

func (d *denying) load(good bool) {
	d.Helper()
	if err := d.r.Load(context.Background()); (err == nil) != good || (d.r.Ready(context.Background()) == nil) != good {
		d.Errorf("load: %v, ready: %v", err, d.r.Ready(context.Background()))
	}
}

func (d *denying) expect(name string, c changes, want fault.Code) {
	d.Helper()
	expect(d.T, d.v, d.key.sign(d.T, d.p.claims(c)), name, want)
}

const until = `,"hasta":"2027-01-01T00:00:00Z"}` + "\n"

func TestRevocations(t *testing.T) {
	d := newDenying(t, 100)
	d.load(true) // no file is an empty list
	iat := func(t time.Time) changes { return changes{"jti": "b", "iat": t.Unix()} }
	d.expect("good", changes{"jti": "a"}, "")
	d.put(`{"jti":"a"` + until + `{"jti":"a\u0000b"` + until)
	d.expect("not known yet", changes{"jti": "a"}, "")
	d.load(true)
	const refused = fault.Unauthenticated
	d.expect("its jti", changes{"jti": "a"}, refused)
	d.expect("another", changes{"jti": "b"}, "")
	d.expect("a jti is not a subject", changes{"jti": "c", "sub": "a"}, "")
	d.expect("no jti", nil, "")
	d.put(`{"sujeto":"` + dueno + `","antesDe":"` + now.Format(time.RFC3339) + `"` + until)
	d.load(true)
	d.expect("issued before", iat(now.Add(-time.Second)), refused)
	d.expect("issued then", iat(now), "")
	d.expect("issued later", iat(now.Add(time.Second)), "")
	session := func(began time.Time) changes {
		return changes{"iat": now.Add(time.Second).Unix(), "auth_time": began.Unix()}
	}
	d.expect("a later token of a session of before", session(now.Add(-time.Second)), refused)
	d.expect("of a session of then", session(now), "")
	d.expect("a session that begins after its token", changes{"iat": now.Add(-time.Second).Unix(), "auth_time": now.Unix()}, refused)
	d.expect("it does not say when", changes{"iat": nil, "auth_time": now.Unix()}, refused)
	d.put(`{"sujeto":"` + dueno + `","antesDe":"` + now.Format(time.RFC3339) + `","salvo":"` + now.Add(-time.Minute).Format(time.RFC3339) + `"` + until)
	d.load(true)
	d.expect("the session that asked", session(now.Add(-time.Minute)), "")
	d.expect("one of before it", session(now.Add(-time.Minute-time.Second)), refused)
	d.expect("one of after it", session(now.Add(-time.Second)), refused)
	d.expect("another subject", changes{"sub": other, "iat": now.Add(-time.Hour).Unix()}, "")
	d.expect("taken back", changes{"jti": "a"}, "")
	d.put(`{"jti":"a","hasta":"9999-12-31T00:00:00Z"}` + "\n" + `{"sujeto":"` + dueno + `","antesDe":"2900-01-01T00:00:00Z","hasta":"9999-12-31T00:00:00Z"}`)
	d.load(true)
	d.expect("for good", changes{"jti": "a", "sub": other}, refused)
	d.expect("a subject for good", iat(now), refused)
}

// A token that outlives the list would be good again when its revocation is gone.
func TestTokenThatLivesTooLong(t *testing.T) {
	d := newDenying(t, 100)
	d.expect("the longest", changes{"exp": now.Add(auth.TokenLife).Unix()}, "")
	d.expect("a second longer", changes{"exp": now.Add(auth.TokenLife + time.Second).Unix()}, fault.Unauthenticated)
	d.expect("without iat", changes{"iat": nil, "exp": now.Add(auth.TokenLife + time.Second).Unix()}, fault.Unauthenticated)
	d.expect("an iat long ago", changes{"iat": 1, "exp": now.Add(time.Hour).Unix()}, fault.Unauthenticated)
	d.expect("a negative iat", changes{"iat": -1, "exp": now.Add(time.Hour).Unix()}, fault.Unauthenticated)
}

// A broken list is told once, and the last good one stays in force. A good one comes after each, because a failure in
// the same words as the one before it is not told again.
func TestBrokenRevocations(t *testing.T) {
	d := newDenying(t, 3)
	good := func() {
		d.put(`{"jti":"a"` + until)
		d.load(true)
	}
	good()
	big := strings.Repeat(`{"jti":"x"`+until, 4)
	for name, broken := range map[string]string{
		"no JSON":        "jti: a",
		"half":           `{"jti":"b"` + until + `{"jti":"c`,
		"about nothing":  `{"hasta":"2027-01-01T00:00:00Z"}`,
		"about two":      `{"jti":"a","sujeto":"b"` + until,
		"no end":         `{"jti":"b"}`,
		"no time":        `{"sujeto":"b"` + until,
		"another member": `{"jti":"b","x":1` + until,
		"two in a line":  `{"jti":"b"` + strings.TrimSpace(until) + `{"jti":"c"` + until,
		"a brace behind": `{"jti":"b"` + strings.TrimSpace(until) + "}\n",
		"two in a list":  `{"jti":"b"` + strings.TrimSpace(until) + `]{"jti":"c"` + until,
		"a long line":    `{"jti":"` + strings.Repeat("x", 1<<16) + `"` + until,
		"too many":       big,
		"a long name":    `{"jti":"` + strings.Repeat("x", 2000) + `"` + until,
	} {
		d.log.Reset()
		d.put(broken)
		d.load(false)
		d.load(false)
		d.expect(name, changes{"jti": "a"}, fault.Unauthenticated)
		d.expect(name, changes{"jti": "b"}, "")
		if n := strings.Count(d.log.String(), "\n"); n != 1 {
			t.Errorf("%s: %d lines in the log:\n%s", name, n, d.log.String())
		}
		good()
	}
	d.log.Reset()
	if err := os.Remove(d.path()); err != nil {
		t.Fatal(err)
	}
	d.load(false)
	d.expect("gone", changes{"jti": "a"}, fault.Unauthenticated)
	if err := os.Mkdir(d.path(), 0o700); err != nil {
		t.Fatal(err)
	}
	d.load(false)
	d.expect("a folder", changes{"jti": "a"}, fault.Unauthenticated)
	_ = os.Remove(d.path())
	d.put("")
	d.load(true)
	d.expect("empty", changes{"jti": "a"}, "")
	if n := strings.Count(d.log.String(), "\n"); n != 3 { // gone, a folder, good again
		t.Errorf("%d lines in the log:\n%s", n, d.log.String())
	}
}

// The list shrinks by itself: an entry goes when no token that it means can be good.
func TestRevocationsShrink(t *testing.T) {
	d := newDenying(t, 100)
	d.put(`{"jti":"a","hasta":"` + now.Add(time.Minute).Format(time.RFC3339) + `"}` + "\n" + `{"jti":"b"` + until)
	d.load(true)
	d.expect("in force", changes{"jti": "a"}, fault.Unauthenticated)
	d.at.advance(2 * time.Minute)
	d.expect("over", changes{"jti": "a"}, "")
	d.at.advance(10 * time.Minute)
	d.load(true)
	if n := d.r.Len(); n != 1 {
		t.Errorf("%d entries are kept", n)
	}
}

// Changes at a time are all made.
func TestRevocationFileAtTheSameTime(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			f := auth.NewRevocationFile(dir)
			if err := f.Change(t.Context(), func(all []auth.Revocation) ([]auth.Revocation, error) {
				return append(all, auth.Revocation{JTI: fmt.Sprint(i), Until: now}), nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	n := 0
	if err := auth.NewRevocationFile(dir).Read(t.Context(), func(auth.Revocation) error { n++; return nil }); err != nil || n != 20 {
		t.Errorf("%d entries, %v", n, err)
	}
}

// manyRevocations is a source of a million.
type manyRevocations int

func (manyRevocations) Changed(context.Context) (bool, error) { return true, nil }

func (n manyRevocations) Read(_ context.Context, add func(auth.Revocation) error) error {
	for i := range int(n) {
		if err := add(auth.Revocation{JTI: fmt.Sprint("token-", i), Until: now.Add(time.Hour)}); err != nil {
			return err
		}
	}
	return nil
}

// Entries take some 32 bytes and a little, and a look at them is no work.
func TestManyRevocations(t *testing.T) {
	const n = 200_000
	r := auth.NewRevocations(auth.RevocationsConfig{Source: manyRevocations(n), Max: n, Clock: clock, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := r.Load(t.Context()); err != nil || r.Len() != n {
		t.Fatal(r.Len(), err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if kept := (after.HeapAlloc - before.HeapAlloc) >> 20; kept > 8 {
		t.Errorf("it keeps %d MiB", kept)
	}
	start := time.Now()
	const looks = 10_000
	for range looks {
		if r.Denies(auth.Principal{Sub: dueno, Issued: now, Token: auth.TokenID{1}}) {
			t.Fatal("denied")
		}
	}
	t.Logf("a look takes %v", time.Since(start)/looks)
}

// slowSource is one that does not answer: a store that is away, or a file of many megabytes.
type slowSource struct{ asked, answer chan struct{} }

func (s slowSource) Changed(context.Context) (bool, error) {
	close(s.asked)
	<-s.answer
	return false, nil
}

func (slowSource) Read(context.Context, func(auth.Revocation) error) error { return nil }

// Who asks for health and metrics does not wait for a look at the source.
func TestRevocationsTellWhileTheyAreRead(t *testing.T) {
	s := slowSource{make(chan struct{}), make(chan struct{})}
	r := auth.NewRevocations(auth.RevocationsConfig{Source: s, Max: 1, Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
	loaded := make(chan error)
	go func() { loaded <- r.Load(t.Context()) }()
	<-s.asked
	told := make(chan error)
	go func() { r.Seen(); told <- r.Ready(t.Context()) }()
	select {
	case err := <-told:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("they wait for the source")
		defer func() { <-told }()
	}
	close(s.answer)
	if err := <-loaded; err != nil {
		t.Error(err)
	}
}
