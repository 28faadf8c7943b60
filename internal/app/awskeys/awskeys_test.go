package awskeys_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/carpeta-ciudadana/servidor/internal/app/awskeys"
)

// nowhere is a surrounding in which no keys are.
func nowhere(t *testing.T) (home string) {
	t.Helper()
	for _, line := range os.Environ() {
		if name, _, _ := strings.Cut(line, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	home = t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("AWS_REGION", "us-east-1")
	return home
}

func find(t *testing.T, machine bool, clock func() time.Time) aws.CredentialsProvider {
	t.Helper()
	p, err := awskeys.Find(t.Context(), machine, clock)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// id is the name of the keys in use.
func id(t *testing.T, p aws.CredentialsProvider) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	id, secret, token, err := awskeys.Keys(p)(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if secret != "secret-"+id || strings.HasPrefix(id, "role") != (token == "token-"+id) {
		t.Errorf("%s with the secret %q and the token %q", id, secret, token)
	}
	return id
}

func TestEnvironment(t *testing.T) {
	nowhere(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "env")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret-env")
	if got := id(t, find(t, true, time.Now)); got != "env" {
		t.Errorf("keys of %s", got)
	}
}

// The machine's role: its keys run out, and new ones are asked for.
func TestRoleOfTheMachine(t *testing.T) {
	nowhere(t)
	var given atomic.Int32
	const path = "/latest/meta-data/iam/security-credentials/"
	metadata := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPut && r.URL.Path == "/latest/api/token":
			w.Header().Set("X-Aws-Ec2-Metadata-Token-Ttl-Seconds", "21600")
			_, _ = w.Write([]byte("session"))
		case r.Header.Get("X-Aws-Ec2-Metadata-Token") != "session":
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == path:
			_, _ = w.Write([]byte("carpeta"))
		case r.URL.Path == path+"carpeta":
			n := fmt.Sprint("role", given.Add(1))
			_, _ = fmt.Fprintf(w, `{"Code":"Success","Type":"AWS-HMAC","AccessKeyId":%q,"SecretAccessKey":%q,"Token":%q,"Expiration":%q}`,
				n, "secret-"+n, "token-"+n, time.Now().Add(time.Second).UTC().Format(time.RFC3339))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer metadata.Close()
	t.Setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", metadata.URL)
	p := find(t, true, time.Now)
	if got := id(t, p); got != "role1" {
		t.Errorf("keys of %s", got)
	}
	until(t, "new keys", func() bool { return id(t, p) != "role1" })
	if _, err := find(t, false, time.Now).Retrieve(t.Context()); err == nil {
		t.Error("the machine was asked where it may not be")
	}
}

// A web identity, as Kubernetes gives it: the token in the file is exchanged, and read again for the next exchange.
func TestWebIdentity(t *testing.T) {
	home := nowhere(t)
	token := filepath.Join(home, "token")
	sts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("Action") != "AssumeRoleWithWebIdentity" || r.FormValue("RoleArn") != "arn:aws:iam::123456789012:role/carpeta" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		n := "role-" + r.FormValue("WebIdentityToken")
		w.Header().Set("Content-Type", "text/xml")
		_, _ = fmt.Fprintf(w, `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials>
<AccessKeyId>%[1]s</AccessKeyId><SecretAccessKey>secret-%[1]s</SecretAccessKey><SessionToken>token-%[1]s</SessionToken><Expiration>%[2]s</Expiration>
</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`, n, time.Now().Add(time.Second).UTC().Format(time.RFC3339))
	}))
	defer sts.Close()
	write(t, token, "first")
	t.Setenv("AWS_ENDPOINT_URL_STS", sts.URL)
	t.Setenv("AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/carpeta")
	t.Setenv("AWS_WEB_IDENTITY_TOKEN_FILE", token)
	p := find(t, true, time.Now)
	if got := id(t, p); got != "role-first" {
		t.Errorf("keys of %s", got)
	}
	write(t, token, "second")
	until(t, "keys for the second token", func() bool { return id(t, p) == "role-second" })
}

// A file whose keys are replaced: the new ones are used a minute later at most. One that is half written, or gone,
// leaves the last good ones.
func TestRotatingFile(t *testing.T) {
	home := nowhere(t)
	file := filepath.Join(home, "keys")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", file)
	section := func(id string) string {
		return "[default]\naws_access_key_id = " + id + "\naws_secret_access_key = secret-" + id + "\n"
	}
	write(t, file, section("one"))
	// By this clock a minute is always over: each call looks.
	p := find(t, true, func() time.Time { return time.Now().Add(-time.Hour) })
	for _, step := range []struct{ text, want string }{
		{section("one"), "one"}, {section("two"), "two"}, {"[default]\naws_access_key_id = thr", "two"}, {"[def", "two"}, {"", "two"}, {section("three"), "three"},
	} {
		write(t, file, step.text)
		if got := id(t, p); got != step.want {
			t.Errorf("file %q: keys of %s, want %s", step.text, got, step.want)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if got := id(t, p); got != "three" {
		t.Errorf("without the file: keys of %s", got)
	}
}

// A minute is not over yet: nobody reads the file for each call.
func TestTheFileIsNotReadForEachCall(t *testing.T) {
	home := nowhere(t)
	file := filepath.Join(home, "keys")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", file)
	write(t, file, "[default]\naws_access_key_id = one\naws_secret_access_key = secret-one\n")
	p := find(t, true, func() time.Time { return time.Now().Add(time.Hour) })
	first := id(t, p)
	write(t, file, "[default]\naws_access_key_id = two\naws_secret_access_key = secret-two\n")
	if got := id(t, p); first != "one" || got != "one" {
		t.Errorf("keys of %s, then of %s", first, got)
	}
}

func TestNoKeysAnywhere(t *testing.T) {
	nowhere(t)
	_, err := find(t, false, time.Now).Retrieve(t.Context())
	if err == nil || !strings.Contains(err.Error(), "no keys of AWS were found: give this process a role") {
		t.Errorf("got %v", err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
