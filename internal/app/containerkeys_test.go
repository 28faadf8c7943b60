package app_test

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// TestTheKeysOfAContainerSignBothStores: on ECS and EKS an address gives a container its keys. What is asked of DynamoDB
// and of S3 is signed with them.
func TestTheKeysOfAContainerSignBothStores(t *testing.T) {
	for _, line := range os.Environ() {
		if name, _, _ := strings.Cut(line, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	keys := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"AccessKeyId":"ROLE","SecretAccessKey":"secret","Token":"a token","Expiration":%q}`, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	}))
	defer keys.Close()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", keys.URL)

	ca := certs.NewCA(t, "almacenes")
	calls := &signedCalls{with: map[string]string{}}
	stores := httptest.NewUnstartedServer(calls)
	pair := ca.Issue(t, certs.For(time.Hour))
	shown, err := tls.LoadX509KeyPair(pair.Cert, pair.Key)
	if err != nil {
		t.Fatal(err)
	}
	stores.TLS = &tls.Config{Certificates: []tls.Certificate{shown}}
	stores.StartTLS()
	defer stores.Close()
	c := command(t, t.TempDir(), "bootstrap", "--profile=distributed", "--amqp-url=amqp://127.0.0.1:1/", "--s3-bucket=carpeta",
		"--dynamodb-endpoint="+stores.URL, "--dynamodb-ca="+ca.File, "--s3-endpoint="+stores.URL, "--s3-ca="+ca.File)
	if dynamo, s3 := app.AskStores(t.Context(), c.Config); dynamo == nil || s3 == nil {
		t.Errorf("a store that refuses everybody is ready: %v, %v", dynamo, s3)
	}
	for _, service := range []string{"dynamodb", "s3"} {
		if got := calls.of(service); got != "ROLE, a token" {
			t.Errorf("what is asked of %s is signed with %q", service, got)
		}
	}
}

// signedCalls notes whose keys signed a call of each service, and refuses it.
type signedCalls struct {
	mu   sync.Mutex
	with map[string]string
}

var credential = regexp.MustCompile(`Credential=([^/]*)/\d{8}/[^/]*/([a-z0-9]+)/`)

func (s *signedCalls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := credential.FindStringSubmatch(r.Header.Get("Authorization")); m != nil {
		s.with[m[2]] = m[1] + ", " + r.Header.Get("X-Amz-Security-Token")
	}
	w.WriteHeader(http.StatusForbidden)
}

func (s *signedCalls) of(service string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.with[service]
}
