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

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestFailuresOfReads: how often a read is made that goes wrong, and what its caller is told.
func TestFailuresOfReads(t *testing.T) {
	refuse := func(status int, body string) func() (*http.Response, error) {
		return func() (*http.Response, error) { return answer(status, body), nil }
	}
	cut := func() (*http.Response, error) { return nil, io.ErrUnexpectedEOF }
	const always = 99
	for name, x := range map[string]struct {
		answer func() (*http.Response, error)
		times  int
		sent   int64
		code   fault.Code
	}{
		"500 once":            {refuse(500, `{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"x"}`), 1, 2, ""},
		"500 always":          {refuse(500, `{}`), always, 3, fault.Unavailable},
		"a proxy":             {refuse(502, `<html>bad gateway`), 2, 3, ""},
		"throttled a while":   {refuse(400, `{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"x"}`), 5, 6, ""},
		"throttled for ever":  {refuse(400, `{"__type":"ThrottlingException","message":"x"}`), always, 8, fault.Unavailable},
		"denied":              {refuse(400, `{"__type":"com.amazon.coral.service#AccessDeniedException","message":"no"}`), always, 1, fault.Internal},
		"no table":            {refuse(400, `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no"}`), always, 1, fault.Unavailable},
		"cut connections":     {cut, 2, 3, ""},
		"a kind of later":     {refuse(200, `{"Item":{"carpetaId":{"Z":"x"}}}`), always, 1, fault.Internal},
		"a value of no kind":  {refuse(200, `{"Item":{"carpetaId":{}}}`), always, 1, fault.Unavailable},
		"a member of two":     {refuse(200, `{"Item":["carpetaId"]}`), always, 1, fault.Internal},
		"a number of letters": {refuse(200, `{"Item":{"carpetaId":{"S":"x"},"version":{"N":"many"}}}`), always, 1, fault.Internal},
	} {
		t.Run(name, func(t *testing.T) {
			c := newWire(t)
			s := newStore(t, c.option, func(op *dynamostore.Config) { op.Rand = func() float64 { return 0 } })
			ca, _ := seed(t, s, 1)
			left := x.times
			c.before = func(*http.Request, string) (*http.Response, error) {
				if left--; left >= 0 {
					return x.answer()
				}
				return nil, nil
			}
			c.sent.Store(0)
			_, err := s.Carpeta(t.Context(), ca.CarpetaID)
			if fault.CodeOf(err) != x.code || c.sent.Load() != x.sent {
				t.Errorf("%v after %d calls, want %q after %d", err, c.sent.Load(), x.code, x.sent)
			}
			c.before = nil
		})
	}
}

func sameCarpeta(t *testing.T, s *dynamostore.Store, want carpeta.Carpeta) error {
	t.Helper()
	got, err := s.Carpeta(t.Context(), want.CarpetaID)
	if err == nil && (got.CiudadanoID != want.CiudadanoID || got.OperadorID != want.OperadorID) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	return err
}

func sameRows(t *testing.T, s *dynamostore.Store, c carpeta.Carpeta, ds []documento.Documento) error {
	t.Helper()
	rows, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorFechaRecepcion, Limite: 101})
	if err == nil && len(rows) != len(ds) {
		t.Errorf("%d rows, want %d", len(rows), len(ds))
	}
	return err
}

// TestSignatures: a service that verifies them, over TLS, with a session's token, takes reads as it takes the SDK's writes;
// one with another secret is refused.
func TestSignatures(t *testing.T) {
	judge := newJudge(t)
	c := newWire(t)
	c.base = judge.client.Transport
	s := newStore(t, c.option, judge.option("secret"))
	ca, ds := seed(t, s, 3)
	require(t, sameCarpeta(t, s, ca))
	require(t, sameRows(t, s, ca, ds))
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
