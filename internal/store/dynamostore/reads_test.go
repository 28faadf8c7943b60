package dynamostore_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestSignatures: a service that verifies them, over TLS, with a session's token, takes reads as it takes the SDK's writes;
// one with another secret is refused.
func TestSignatures(t *testing.T) {
	judge := newJudge(t)
	c := newWire(t)
	c.base = judge.client.Transport
	s := newStore(t, c.option, judge.option("secret"))
	ca, ds := seed(t, s, 3)
	require(t, second(s.Carpeta(t.Context(), ca.CarpetaID)))
	rows, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: ca.CarpetaID, Campo: documento.PorFechaRecepcion, Limite: 101})
	if err != nil || len(rows) != len(ds) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	foreign := withoutTables(t, c.option, judge.option("another"))
	if _, err := foreign.Carpeta(t.Context(), ca.CarpetaID); err == nil {
		t.Error("a foreign signature was taken")
	}
}

func sha(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// judge is a service behind TLS that verifies signatures, and hands good requests to the emulator.
type judge struct {
	url    string
	client *http.Client
}

func newJudge(t *testing.T) judge {
	emulator, err := url.Parse(services.DynamoDB(t))
	require(t, err)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(emulator) }}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := verifySignature(r, "secret"); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"__type":"InvalidSignatureException","message":"`+err.Error()+`"}`)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return judge{server.URL, server.Client()}
}

func (j judge) option(secret string) func(*dynamostore.Config) {
	return func(op *dynamostore.Config) {
		op.Endpoint, op.Region = j.url, "sa-east-1"
		op.Credentials = credentials.NewStaticCredentialsProvider("AKIA", secret, "a session's token")
	}
}

// verifySignature signs what the request says was signed, and compares.
func verifySignature(r *http.Request, secret string) error {
	given := r.Header.Get("Authorization")
	_, rest, _ := strings.Cut(given, "SignedHeaders=")
	signed, _, _ := strings.Cut(rest, ",")
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if err != nil {
		return err
	}
	if time.Since(at).Abs() > 5*time.Minute || !strings.Contains(signed, "x-amz-security-token") || !strings.Contains(signed, "x-amz-target") {
		return errors.New("too old, or too little is signed")
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	again, err := http.NewRequest(r.Method, "https://"+r.Host+r.URL.Path, strings.NewReader(string(body)))
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(signed, ";") {
		if v := r.Header.Values(name); len(v) > 0 && name != "x-amz-security-token" {
			again.Header[http.CanonicalHeaderKey(name)] = v
		}
	}
	cs := aws.Credentials{AccessKeyID: "AKIA", SecretAccessKey: secret, SessionToken: "a session's token"}
	if err := v4.NewSigner().SignHTTP(r.Context(), cs, again, sha(body), "dynamodb", "sa-east-1", at); err != nil {
		return err
	}
	if again.Header.Get("Authorization") != given {
		return errors.New("the signature is another")
	}
	return nil
}
