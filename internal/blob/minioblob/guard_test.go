package minioblob_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const policyFile = "../../../deploy/minio/carpeta.json"

// underPolicy are keys that may do what deploy/minio/carpeta.json says, for the buckets of tests.
func underPolicy(t testing.TB) minioblob.Keys {
	t.Helper()
	text, err := os.ReadFile(policyFile)
	if err != nil {
		t.Fatal(err)
	}
	s3 := services.S3(t)
	keys, err := credentials.NewSTSAssumeRole(s3.Endpoint, credentials.STSAssumeRoleOptions{
		AccessKey: s3.AccessKey, SecretKey: s3.SecretKey,
		Policy: strings.ReplaceAll(string(text), "arn:aws:s3:::carpeta-*", "arn:aws:s3:::prueba-*"),
	})
	if err != nil {
		t.Fatal(err)
	}
	v, err := keys.GetWithContext(&credentials.CredContext{Client: http.DefaultClient})
	if err != nil {
		t.Fatal(err)
	}
	return func(context.Context) (string, string, string, error) {
		return v.AccessKeyID, v.SecretAccessKey, v.SessionToken, nil
	}
}

// unsigned sends a file to a key. Nobody signed the request: it names an access key as a link does, which is all that
// open releases of MinIO ask for (CVE-2026-41145).
func (b *world) unsigned(t *testing.T, link, key string, content []byte, with http.Header) int {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	known := url.Values{}
	for _, name := range []string{"X-Amz-Credential", "X-Amz-Security-Token"} {
		if v := u.Query().Get(name); v != "" {
			known.Set(name, v)
		}
	}
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(content))
	body := fmt.Appendf(nil, "%x\r\n%s\r\n0\r\nx-amz-checksum-crc32:%s\r\n\r\n", len(content), content, base64.StdEncoding.EncodeToString(sum[:]))
	target := u.Scheme + "://" + u.Host + "/" + b.bucket + "/" + key + "?" + known.Encode()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, target, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{
		"X-Amz-Content-Sha256":         {"STREAMING-UNSIGNED-PAYLOAD-TRAILER"},
		"X-Amz-Decoded-Content-Length": {fmt.Sprint(len(content))},
		"Content-Encoding":             {"aws-chunked"},
		"X-Amz-Trailer":                {"x-amz-checksum-crc32"},
		"X-Amz-Date":                   {time.Now().UTC().Format("20060102T150405Z")},
	}
	for name, values := range with {
		r.Header[name] = append(r.Header[name], values...)
	}
	res, err := b.network.base.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// With the policy, whoever holds a link can do with it what it is for, and nothing else.
func TestThePolicyRefusesWhatNobodySigned(t *testing.T) {
	b := newStoreWith(t, minio.MakeBucketOptions{}, underPolicy(t))
	content := blobtest.NewContent(1000)
	theirs, mine := blobtest.NewName(), blobtest.NewName()
	b.store(t, theirs, content)
	b.store(t, mine, content)
	link, err := b.objetos.URLDescarga(t.Context(), mine, "a.txt", "text/plain", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	before := b.leftovers(t)
	for what, with := range map[string]http.Header{
		"plain":                   nil,
		"two values":              {"X-Amz-Content-Sha256": {"UNSIGNED-PAYLOAD"}},
		"an archive to be opened": {"X-Amz-Meta-Snowball-Auto-Extract": {"true"}},
		"no type":                 {"Content-Type": {""}},
	} {
		for _, key := range []string{theirs, "cargas/" + theirs, "documentos/otro"} {
			if status := b.unsigned(t, link, key, []byte("evil"), with); status < 400 {
				t.Errorf("%s, %s: status %d", what, key, status)
			}
		}
	}
	if after := b.leftovers(t); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("stored: %v, before %v", after, before)
	}
}

// A server gives no link away to a store that takes what nobody signed: the link names the access key. The probe says
// what the attack shows.
func TestNoLinksToAStoreThatTakesWhatNobodySigned(t *testing.T) {
	for what, keys := range map[string]minioblob.Keys{"root": nil, "policy": underPolicy(t)} {
		t.Run(what, func(t *testing.T) {
			b := newStoreWith(t, minio.MakeBucketOptions{}, keys)
			name := blobtest.NewName()
			b.store(t, name, []byte("hola"))
			link, err := b.objetos.URLDescarga(t.Context(), name, "a.txt", "text/plain", time.Minute) // for this machine alone
			if err != nil {
				t.Fatal(err)
			}
			taken := b.unsigned(t, link, "cargas/"+name, []byte("evil"), nil) < 400
			before := b.leftovers(t)
			cfg := b.cfg
			cfg.PublicEndpoint = "https://archivos.example.org"
			public, err := minioblob.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			obj := blobtest.ObjetoOf(blobtest.NewName(), []byte("hola"))
			_, descarga := public.URLDescarga(t.Context(), name, "a.txt", "text/plain", time.Minute)
			_, carga := public.PrepararCarga(t.Context(), obj, time.Minute)
			for call, err := range map[string]error{
				"URLDescarga": descarga, "PrepararCarga": carga, "LinksReady": public.LinksReady(t.Context()),
			} {
				switch {
				case !taken && err != nil:
					t.Errorf("%s: %v", call, err)
				case taken && (!errors.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "deploy/minio/carpeta.json")):
					t.Errorf("%s: %v, although the store takes what nobody signed", call, err)
				}
			}
			if after := b.leftovers(t); fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("left behind: %v, before %v", after, before)
			}
		})
	}
}

// storeOf answers PUTs as it is told, and counts them.
type storeOf struct {
	status atomic.Int64
	root   atomic.Int64 // for minioadmin
	puts   atomic.Int64
	now    atomic.Pointer[time.Time]
	key    atomic.Value
	public *minioblob.Objetos
}

// refuse answers as S3 does.
func refuse(w http.ResponseWriter, status int) {
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `<Error><Code>AccessDenied</Code></Error>`)
}

// refusing is a store that refuses every PUT.
func refusing(t *testing.T) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			refuse(w, http.StatusForbidden)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func newStoreOf(t *testing.T, status int64) *storeOf {
	s := &storeOf{}
	s.status.Store(status)
	s.root.Store(http.StatusForbidden)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodPut:
		case strings.HasPrefix(r.URL.Query().Get("X-Amz-Credential"), "minioadmin/"):
			refuse(w, int(s.root.Load()))
		default:
			s.puts.Add(1)
			refuse(w, int(s.status.Load()))
		}
	}))
	t.Cleanup(server.Close)
	start := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	s.now.Store(&start)
	s.key.Store("a")
	o, err := minioblob.New(minioblob.Config{
		Endpoint: server.URL, PublicEndpoint: "https://archivos.example.org", Bucket: "carpeta",
		Keys: func(context.Context) (string, string, string, error) {
			return s.key.Load().(string), "bbbbbbbb", "", nil
		},
		Clock: func() time.Time { return *s.now.Load() }, Timeout: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.public = o
	return s
}

func (s *storeOf) later(d time.Duration) {
	now := s.now.Load().Add(d)
	s.now.Store(&now)
}

func (s *storeOf) link(t *testing.T) error {
	_, err := s.public.URLDescarga(t.Context(), blobtest.NewName(), "a.txt", "text/plain", time.Minute)
	return err
}

// The store is asked once an hour, whoever needs the answer.
func TestTheProbeIsMadeOnceAnHour(t *testing.T) {
	t.Parallel()
	s := newStoreOf(t, http.StatusForbidden)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := s.link(t); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.later(59 * time.Minute)
	if err := s.link(t); err != nil || s.puts.Load() != 1 {
		t.Errorf("%v; %d probes", err, s.puts.Load())
	}
	s.later(2 * time.Minute)
	if err := s.link(t); err != nil || s.puts.Load() != 2 {
		t.Errorf("%v; %d probes", err, s.puts.Load())
	}
}

// No policy binds root, whose name is known where nobody chose one.
func TestTheProbeTriesTheNameOfRoot(t *testing.T) {
	t.Parallel()
	s := newStoreOf(t, http.StatusForbidden)
	s.root.Store(http.StatusOK)
	if err := s.link(t); !errors.Is(err, fault.Unavailable) || !s.public.Withheld() {
		t.Errorf("root's name is minioadmin: %v", err)
	}
}

// What a store says of one access key says nothing of the next one.
func TestTheProbeIsOfTheKey(t *testing.T) {
	t.Parallel()
	s := newStoreOf(t, http.StatusForbidden)
	if err := s.link(t); err != nil {
		t.Fatal(err)
	}
	s.key.Store("root")
	s.status.Store(http.StatusOK)
	if err := s.link(t); !errors.Is(err, fault.Unavailable) || s.puts.Load() != 2 {
		t.Errorf("another key: %v; %d probes", err, s.puts.Load())
	}
}

// A store that does not answer is asked again soon. Until it has answered once there are no links; later, what it said
// counts.
func TestTheProbeOfAStoreThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := newStoreOf(t, http.StatusServiceUnavailable)
	if err := s.link(t); !errors.Is(err, fault.Unavailable) {
		t.Errorf("before any answer: %v", err)
	}
	s.status.Store(http.StatusForbidden)
	s.later(time.Minute)
	if err := s.link(t); err != nil {
		t.Error(err)
	}
	s.status.Store(http.StatusServiceUnavailable)
	s.later(2 * time.Hour)
	if err := s.link(t); err != nil {
		t.Errorf("a store that refused before: %v", err)
	}
	s.status.Store(http.StatusOK)
	s.later(time.Minute)
	if err := s.link(t); !errors.Is(err, fault.Unavailable) {
		t.Errorf("a store that takes it now: %v", err)
	}
	s.status.Store(http.StatusServiceUnavailable)
	s.later(time.Minute)
	if err := s.link(t); !s.public.Withheld() {
		t.Errorf("a store that took it before: %v", err)
	}
	s.status.Store(http.StatusForbidden)
	s.later(time.Minute)
	if err := s.link(t); err != nil {
		t.Errorf("a store that was mended: %v", err)
	}
}

// A key that is not known yet, or a bucket that is not there, says nothing of a store: the user may be made in a minute,
// with any policy.
func TestTheProbeWithoutAKeyOrABucket(t *testing.T) {
	s3 := services.S3(t)
	for what, change := range map[string]func(*minioblob.Config){
		"key":    func(c *minioblob.Config) { c.AccessKey = "nadie-todavia" },
		"bucket": func(c *minioblob.Config) { c.Bucket = "prueba-" + uuid.NewString() },
	} {
		t.Run(what, func(t *testing.T) {
			cfg := minioblob.Config{
				Endpoint: s3.Endpoint, PublicEndpoint: "https://archivos.example.org", AccessKey: s3.AccessKey, SecretKey: s3.SecretKey,
				Bucket: "prueba-sonda", Timeout: time.Minute,
			}
			o, err := minioblob.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			if err := o.Bootstrap(t.Context()); err != nil {
				t.Fatal(err)
			}
			change(&cfg)
			if o, err = minioblob.New(cfg); err != nil {
				t.Fatal(err)
			}
			if err := o.LinksReady(t.Context()); !errors.Is(err, fault.Unavailable) || strings.Contains(err.Error(), "CVE") {
				t.Errorf("without a %s: %v", what, err)
			}
		})
	}
}

// Amazon checks every signature, so nothing is asked; and takes no header of its own that is not signed, so a link needs no
// condition.
func TestAmazonNeedsNoGuard(t *testing.T) {
	o, err := minioblob.New(minioblob.Config{
		Endpoint: "https://s3.eu-west-1.amazonaws.com", AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta", Region: "eu-west-1",
		Transport: transport(func(r *http.Request) (*http.Response, error) { return nil, fmt.Errorf("asked for %s", r.URL) }),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.URLDescarga(t.Context(), blobtest.NewName(), "a.txt", "text/plain", time.Minute); err != nil {
		t.Error(err)
	}
	carga, err := o.PrepararCarga(t.Context(), blobtest.ObjetoOf(blobtest.NewName(), []byte("hola")), time.Minute)
	if err != nil || len(carga.Encabezados) != 3 || strings.Contains(carga.URL, "copy-source") {
		t.Errorf("%+v, %v", carga, err)
	}
}

// The policy allows what docs/operacion.md asks for, except rules of CORS, which MinIO does not keep.
func TestThePolicyIsTheManuals(t *testing.T) {
	text, err := os.ReadFile(policyFile)
	if err != nil {
		t.Fatal(err)
	}
	var policy struct {
		Statement []struct {
			Sid    string
			Action []string
		}
	}
	if err := json.Unmarshal(text, &policy); err != nil {
		t.Fatal(err)
	}
	got := map[string]map[string]bool{}
	for _, s := range policy.Statement {
		got[s.Sid] = map[string]bool{}
		for _, a := range s.Action {
			got[s.Sid][strings.TrimPrefix(a, "s3:")] = true
		}
	}
	want := theManual()
	bootstrap := map[string]bool{}
	for a := range want.bootstrap {
		bootstrap[a] = !strings.HasSuffix(a, "BucketCORS")
	}
	for sid, actions := range map[string]map[string]bool{"Serve": want.serve, "Bootstrap": bootstrap} {
		for a, wanted := range actions {
			if got[sid][a] != wanted {
				t.Errorf("%s: s3:%s: %v", sid, a, got[sid][a])
			}
		}
		if len(got[sid]) > len(actions) {
			t.Errorf("%s allows more: %v", sid, got[sid])
		}
	}
}
