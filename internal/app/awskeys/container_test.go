package awskeys_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/awskeys"
)

// address plays the one that has a container's keys: role1, role2 and so on, for whoever shows its token.
type address struct {
	*httptest.Server

	mu      sync.Mutex
	token   string
	life    time.Duration // of the keys that it gives
	refusal func(http.ResponseWriter)
	asked   []string // hosts and paths
	given   int
}

func newAddress(t *testing.T, token string, life time.Duration) *address {
	a := &address{token: token, life: life}
	a.Server = httptest.NewServer(a)
	t.Cleanup(a.Close)
	return a
}

func (a *address) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, r.Host+r.URL.Path)
	switch {
	case a.refusal != nil:
		a.refusal(w)
	case r.Header.Get("Authorization") != a.token:
		http.Error(w, "this token is not the container's", http.StatusForbidden)
	default:
		a.given++
		n := fmt.Sprint("role", a.given)
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"AccessKeyId":%q,"SecretAccessKey":%q,"Token":%q,"Expiration":%q}`,
			n, "secret-"+n, "token-"+n, time.Now().Add(a.life).UTC().Format(time.RFC3339))
	}
}

// now changes what the address does from here on.
func (a *address) now(token string, life time.Duration, refusal func(http.ResponseWriter)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.token, a.life, a.refusal = token, life, refusal
}

func (a *address) questions() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.asked...)
}

func forbidden(w http.ResponseWriter) { http.Error(w, "no role here", http.StatusForbidden) }

const (
	nearlyOver = 4 * time.Minute // the SDK renews keys five minutes before they end
	fresh      = time.Hour
)

// atThe gives this process the address, as EKS Pod Identity does, and the file that has the token.
func atThe(t *testing.T, a *address) (file string) {
	file = filepath.Join(nowhere(t), "token")
	write(t, file, a.token)
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", a.URL+"/v1/credentials")
	t.Setenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", file)
	return file
}

// The keys of a pod are renewed before they end, each time with the token that the file has then.
func TestRoleOfAPod(t *testing.T) {
	a := newAddress(t, "first", nearlyOver)
	token := atThe(t, a)
	p := find(t, false, time.Now)
	if got := id(t, p); got != "role1" {
		t.Errorf("keys of %s", got)
	}
	write(t, token, "second")
	a.now("second", fresh, nil)
	for range 3 {
		if got := id(t, p); got != "role2" {
			t.Errorf("keys of %s, want the second ones, which are good for an hour", got)
		}
	}
	if asked := a.questions(); len(asked) != 2 || !strings.HasSuffix(asked[0], "/v1/credentials") {
		t.Errorf("asked %q, want the address twice", asked)
	}
}

// An agent that restarts fails no call while the keys are good, and is asked again.
func TestKeysOfAPodOutliveItsAgent(t *testing.T) {
	a := newAddress(t, "token", nearlyOver)
	atThe(t, a)
	late := -time.Hour // by such a clock the pause is always over: each call asks
	p := find(t, false, func() time.Time { return time.Now().Add(late) })
	first := id(t, p)
	a.now("token", fresh, forbidden)
	second, third := id(t, p), id(t, p)
	if asked := a.questions(); first != "role1" || second != first || third != first || len(asked) != 3 {
		t.Errorf("keys of %s, %s and %s, asked %q", first, second, third, asked)
	}
	late = nearlyOver + time.Minute
	if keys, err := p.Retrieve(t.Context()); err == nil {
		t.Errorf("the keys %s are over, and still used", keys.AccessKeyID)
	}
	a.now("token", fresh, nil)
	if got := id(t, p); got != "role2" {
		t.Errorf("keys of %s", got)
	}
}

// isTask tells the child of TestRoleOfATask.
const isTask = "CARPETA_TEST_IS_TASK"

// ECS names a path at a fixed address, which is not on this machine: a proxy plays it. Go reads the proxy's name once, so
// a process of its own asks.
func TestRoleOfATask(t *testing.T) {
	if os.Getenv(isTask) != "" {
		p := find(t, false, time.Now)
		fmt.Println("keys of", id(t, p), "and", id(t, p))
		return
	}
	nowhere(t)
	a := newAddress(t, "", nearlyOver)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-test.run=^TestRoleOfATask$", "-test.v")
	cmd.Env = append(os.Environ(), isTask+"=1", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI=/v2/credentials/7",
		"HTTP_PROXY="+a.URL, "http_proxy="+a.URL, "NO_PROXY=", "no_proxy=")
	output, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "keys of role1 and role2") {
		t.Errorf("%v\n%s", err, output)
	}
	for _, asked := range a.questions() {
		if asked != "169.254.170.2/v2/credentials/7" {
			t.Errorf("asked %s", asked)
		}
	}
}

// What an address refuses, and why, is said, and what to do.
func TestAnAddressThatGivesNoKeys(t *testing.T) {
	const what = "gave none: on ECS give the task a role; on EKS give the service account a Pod Identity association"
	for name, c := range map[string]struct {
		surroundings func(t *testing.T, a *address, token string)
		want         string
	}{
		"text": {func(_ *testing.T, a *address, _ string) { a.now("token", fresh, forbidden) }, "no role here"},
		"json": {func(_ *testing.T, a *address, _ string) {
			a.now("token", fresh, func(w http.ResponseWriter) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusBadRequest)
				_, _ = w.Write([]byte(`{"code":"ClientError","message":"no association of this pod"}`))
			})
		}, "ClientError: no association of this pod"},
		"another token": {func(t *testing.T, _ *address, token string) { write(t, token, "stale") }, "this token is not the container's"},
		"no token": {func(t *testing.T, _ *address, token string) {
			if err := os.Remove(token); err != nil {
				t.Fatal(err)
			}
		}, "failed to read authorization token from"},
		"nobody": {func(_ *testing.T, a *address, _ string) { a.Close() }, "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAddress(t, "token", fresh)
			c.surroundings(t, a, atThe(t, a))
			_, err := find(t, true, time.Now).Retrieve(t.Context())
			if err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "/v1/credentials") {
				t.Errorf("it tells the path, which is half a secret on ECS: %v", err)
			}
		})
	}
}

// Anybody's address is not asked without TLS: it would hear the container's token.
func TestAnAddressElsewhereIsRefused(t *testing.T) {
	nowhere(t)
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://192.0.2.1/keys")
	_, err := awskeys.Find(t.Context(), true, time.Now)
	if err == nil || !strings.Contains(err.Error(), "correct AWS_CONTAINER_CREDENTIALS_FULL_URI") || !strings.Contains(err.Error(), `"192.0.2.1"`) {
		t.Errorf("got %v", err)
	}
}
