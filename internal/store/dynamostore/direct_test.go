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
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestUnusualAnswersAreTheSDKs: whatever a direct read meets, the caller gets what the SDK alone
// gives for the same call; and the next reads do not ask twice.
func TestUnusualAnswersAreTheSDKs(t *testing.T) {
	cut := func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }
	fixed := func(status int, body string, headers ...string) func(*http.Request) (*http.Response, error) {
		return func(*http.Request) (*http.Response, error) {
			a := answer(status, body)
			for h := range slices.Chunk(headers, 2) {
				a.Header.Set(h[0], h[1])
			}
			return a, nil
		}
	}
	for name, first := range map[string]func(*http.Request) (*http.Response, error){
		"connection cut":      cut,
		"throttled":           fixed(400, `{"__type":"ThrottlingException"}`),
		"throughput":          fixed(400, `{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}`),
		"down":                fixed(503, `{"__type":"ServiceUnavailable"}`),
		"a proxy":             fixed(502, `<html>bad gateway`),
		"moved":               fixed(307, ``, "Location", "http://127.0.0.1:1/"),
		"clock":               fixed(400, `{"__type":"InvalidSignatureException","message":"Signature expired"}`, "Date", time.Now().UTC().Format(http.TimeFormat)),
		"truncated":           fixed(200, `{"Item":{"carpetaId":{"S":"x`),
		"empty":               fixed(200, ``),
		"not JSON":            fixed(200, `<html>hello`),
		"a type of later":     fixed(200, `{"Item":{"carpetaId":{"Z":"x"}},"Items":[{"titulo":{"Z":"x"}}]}`),
		"a member of two":     fixed(200, `{"Item":["carpetaId"],"Items":{"titulo":1}}`),
		"a value of no type":  fixed(200, `{"Item":{"carpetaId":{}},"Items":[{"titulo":"x"}]}`),
		"a number of letters": fixed(200, `{"Item":{"carpetaId":{"S":"x"}},"Items":[{"tamanoBytes":{"N":"many"}}],"ConsumedCapacity":{"CapacityUnits":"a"}}`),
	} {
		t.Run(name, func(t *testing.T) {
			c := newWire(t)
			s := newStore(t, directly, c.option, func(op *dynamostore.Config) { op.Rand = func() float64 { return 0 } })
			ca, ds := seed(t, s, 3)
			for _, read := range []func() error{
				func() error { return sameCarpeta(t, s, ca) },
				func() error { return sameRows(t, s, ca, ds) },
			} {
				s.Wake()
				c.direct.Store(0)
				c.bySDK.Store(0)
				c.before = func(r *http.Request, _ string) (*http.Response, error) {
					if r.Header.Get("Amz-Sdk-Invocation-Id") != "" {
						return nil, nil
					}
					return first(r)
				}
				require(t, read())
				require(t, read())
				if c.direct.Load() != 1 || c.bySDK.Load() != 2 {
					t.Errorf("%d direct reads, %d of the SDK; want 1, and 2 while direct rests", c.direct.Load(), c.bySDK.Load())
				}
				s.Wake()
				c.before = nil
				require(t, read())
				if c.direct.Load() != 2 {
					t.Error("reads are not direct again")
				}
			}
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

// TestErrorsOfDirectReadsAreTheSDKs: what the service refuses has the same code and text.
func TestErrorsOfDirectReadsAreTheSDKs(t *testing.T) {
	for _, body := range []string{
		`{"__type":"AccessDeniedException","message":"no"}`, `{"__type":"ValidationException","message":"no"}`,
		`{"__type":"ResourceNotFoundException","message":"no table"}`, `{"__type":"InternalServerError"}`,
	} {
		var errs []string
		for _, reads := range []func(*dynamostore.Config){bySDK, directly} {
			c := newWire(t)
			c.before = func(*http.Request, string) (*http.Response, error) { return answer(400, body), nil }
			s := withoutTables(t, reads, c.option, func(op *dynamostore.Config) { op.Rand = func() float64 { return 0 } })
			_, err := s.Carpeta(t.Context(), "c")
			errs = append(errs, errors.Unwrap(err).Error())
		}
		if strip(errs[0]) != strip(errs[1]) {
			t.Errorf("by the SDK %s, directly %s", errs[0], errs[1])
		}
	}
}

// strip takes the id of the request out of a text.
func strip(s string) string {
	before, rest, _ := strings.Cut(s, "RequestID: ")
	_, after, _ := strings.Cut(rest, ",")
	return before + after
}

// TestSignatures: a service that verifies them, over TLS, with a session's token, takes direct
// reads as it takes the SDK's; one with another secret is refused.
func TestSignatures(t *testing.T) {
	judge := newJudge(t)
	for name, reads := range map[string]func(*dynamostore.Config){"SDK": bySDK, "direct": directly} {
		t.Run(name, func(t *testing.T) {
			c := newWire(t)
			c.base = judge.client.Transport
			s := newStore(t, reads, c.option, judge.option("secret"))
			ca, ds := seed(t, s, 3)
			require(t, sameCarpeta(t, s, ca))
			require(t, sameRows(t, s, ca, ds))
			c.requireDirect(s.ReadsDirectly())
			foreign := withoutTables(t, reads, c.option, judge.option("another"))
			if _, err := foreign.Carpeta(t.Context(), ca.CarpetaID); err == nil {
				t.Error("a foreign signature was taken")
			}
		})
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
