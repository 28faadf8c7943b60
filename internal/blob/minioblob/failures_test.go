package minioblob_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestIncompleteConfig(t *testing.T) {
	good := minioblob.Config{Endpoint: "http://127.0.0.1:9", AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta"}
	cases := map[string]func(*minioblob.Config){
		"no scheme": func(c *minioblob.Config) { c.Endpoint = "127.0.0.1:9000" },
		"ftp":       func(c *minioblob.Config) { c.Endpoint = "ftp://127.0.0.1" },
		"path":      func(c *minioblob.Config) { c.Endpoint = "http://127.0.0.1/s3" },
		"no key":    func(c *minioblob.Config) { c.AccessKey = "" },
		"no secret": func(c *minioblob.Config) { c.SecretKey = "" },
		"no bucket": func(c *minioblob.Config) { c.Bucket = "" },
		"no URL":    func(c *minioblob.Config) { c.PublicEndpoint = "archivos" },
	}
	for testCase, change := range cases {
		cfg := good
		change(&cfg)
		if _, err := minioblob.New(cfg); err == nil {
			t.Errorf("%s: accepted", testCase)
		}
	}
	if _, err := minioblob.New(good); err != nil {
		t.Error(err)
	}
}

// Signing must work while the store is down, once the store has refused what nobody signed. It names the endpoint that
// clients reach, and binds all that it promises.
func TestSigningUsesNoNetwork(t *testing.T) {
	inside := refusing(t)
	objetos, err := minioblob.New(minioblob.Config{
		Endpoint: inside.URL, PublicEndpoint: "https://archivos.example.org", AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta",
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := objetos.LinksReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	inside.Close()
	obj := blobtest.ObjetoOf(blobtest.NewName(), []byte("hola"))
	carga, err := objetos.PrepararCarga(t.Context(), obj, time.Minute)
	if err != nil || !strings.HasPrefix(carga.URL, "https://archivos.example.org/carpeta/cargas/"+obj.Nombre+"?") {
		t.Errorf("PrepararCarga: %q, %v", carga.URL, err)
	}
	signed := "X-Amz-SignedHeaders=" + url.QueryEscape("content-length;content-type;host;if-none-match;x-amz-checksum-sha256;x-amz-copy-source-if-match")
	if !strings.Contains(carga.URL, signed) {
		t.Errorf("PrepararCarga binds other headers: %s", carga.URL)
	}
	link, err := objetos.URLDescarga(t.Context(), obj.Nombre, "a.pdf", "application/pdf", time.Minute)
	if err != nil || !strings.HasPrefix(link, "https://archivos.example.org/carpeta/"+obj.Nombre+"?") {
		t.Errorf("URLDescarga: %q, %v", link, err)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A server that accepts connections and never answers.
func TestMuteServer(t *testing.T) {
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mute.Close() })
	objetos, err := minioblob.New(minioblob.Config{
		Endpoint: "http://" + mute.Addr().String(), AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta",
		Timeout: 50 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { objetos.Close() })
	callAll(t, objetos, func(what string, err error) {
		if !errors.Is(err, fault.Unavailable) {
			t.Errorf("%s: got %v, want UNAVAILABLE", what, err)
		}
	})
}

// A server that starts to send a file and stalls.
func TestStalledDescarga(t *testing.T) {
	t.Parallel() // it takes its deadline, in which even a busy machine sees the beginning
	end := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		w.Header().Set("Last-Modified", time.Unix(0, 0).UTC().Format(http.TimeFormat))
		w.Header().Set("ETag", `"x"`)
		io.WriteString(w, "comienzo")
		w.(http.Flusher).Flush()
		<-end
	}))
	defer server.Close()
	defer close(end)
	file := opened(t, minioblob.Config{Endpoint: server.URL, Timeout: 5 * time.Second, MinRate: 1 << 20})
	read, err := io.ReadAll(file)
	if string(read) != "comienzo" || !errors.Is(err, fault.Unavailable) {
		t.Errorf("read %q, %v; want UNAVAILABLE after the beginning", read, err)
	}
}

// opened begins to read a file of a server.
func opened(t *testing.T, cfg minioblob.Config) io.Reader {
	t.Helper()
	cfg.AccessKey, cfg.SecretKey, cfg.Bucket = "a", "bbbbbbbb", "carpeta"
	objetos, err := minioblob.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = objetos.Close() })
	file, err := objetos.Abrir(t.Context(), blobtest.NewName(), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// Whoever reads slowly takes no time from the server: a file goes on to its end, though its reader takes an hour between
// two pieces, and the server has a second for the whole.
func TestAReaderTakesItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size = 4 << 20
		file := opened(t, minioblob.Config{
			Endpoint: "https://s3.invalid", Timeout: time.Second, MinRate: 1 << 40,
			Transport: transport(func(r *http.Request) (*http.Response, error) {
				return &http.Response{
					StatusCode: http.StatusOK, Request: r, ContentLength: size, Body: io.NopCloser(ended{r.Context(), strings.NewReader(strings.Repeat("x", size))}),
					Header: http.Header{"Last-Modified": {time.Unix(0, 0).UTC().Format(http.TimeFormat)}, "Etag": {`"x"`}, "Content-Length": {strconv.Itoa(size)}},
				}, nil
			}),
		})
		read := 0
		for piece := make([]byte, size/4); read < size; {
			n, err := io.ReadFull(file, piece)
			if read += n; err != nil {
				t.Fatalf("%d bytes, %v", read, err)
			}
			time.Sleep(time.Hour) // of the test's own clock
		}
	})
}

// ended is a body that is read as long as its request is not given up.
type ended struct {
	ctx context.Context
	io.Reader
}

func (e ended) Read(p []byte) (int, error) {
	if err := context.Cause(e.ctx); err != nil {
		return 0, err
	}
	return e.Reader.Read(p)
}

func TestWrongCredentials(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	cfg := b.cfg
	cfg.SecretKey = "no-es-la-clave"
	objetos, err := minioblob.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	callAll(t, objetos, func(what string, err error) {
		if !errors.Is(err, fault.Unavailable) {
			t.Errorf("%s: got %v, want UNAVAILABLE: an operator can mend it", what, err)
		}
		if err != nil && strings.Contains(err.Error(), cfg.SecretKey) {
			t.Errorf("%s: the error holds the secret", what)
		}
	})
}

func callAll(t *testing.T, o *minioblob.Objetos, check func(what string, err error)) {
	t.Helper()
	ctx := context.Background()
	name := blobtest.NewName()
	_, err := o.Describir(ctx, name)
	check("Describir", err)
	_, err = o.Abrir(ctx, name, 0)
	check("Abrir", err)
	_, err = o.Existe(ctx, name)
	check("Existe", err)
	check("Borrar", blobtest.Erase(ctx, o, name))
	check("Guardar", o.Guardar(ctx, blobtest.ObjetoOf(name, []byte("x")), bytes.NewReader([]byte("x"))))
	check("Bootstrap", o.Bootstrap(ctx))
	check("Ready", o.Ready(ctx))
}

// A file that came in another way has no SHA-256 in the store.
func TestDescribeWithoutChecksum(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	content := blobtest.NewContent(300_000)
	obj := blobtest.ObjetoOf(blobtest.NewName(), content)
	obj.TipoContenido = "application/octet-stream"
	b.write(t, obj.Nombre, content)
	described, err := b.objetos.Describir(t.Context(), obj.Nombre)
	if err != nil || described != obj {
		t.Errorf("got %+v, %v; want %+v", described, err, obj)
	}
}

func TestDescribeDoesNotDownload(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	name := blobtest.NewName()
	b.store(t, name, blobtest.NewContent(1000))
	b.network.drain()
	if _, err := b.objetos.Describir(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	if done := b.network.requests(); len(done) != 1 || done[0] != "HEAD object" {
		t.Errorf("calls: %q, want one HEAD", done)
	}
}

// What AWS answers and MinIO does not, in AWS's form.
func TestErrorsOfAWS(t *testing.T) {
	cases := []struct {
		codeOf string
		status int
		want   fault.Code
		do     func(context.Context, *minioblob.Objetos) error
	}{
		{"ConditionalRequestConflict", 409, fault.Conflict, storeSomething},
		{"SlowDown", 503, fault.Unavailable, storeSomething},
		{"BadDigest", 400, fault.BadUserInput, storeSomething},
		{"AccessDenied", 403, fault.Unavailable, storeSomething},
		{"AccessDenied", 403, fault.NotAllowed, deleteSomething},
		{"SignatureDoesNotMatch", 403, fault.Unavailable, deleteSomething},
		{"InternalError", 500, fault.Unavailable, deleteSomething},
	}
	for _, c := range cases {
		t.Run(c.codeOf, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				answerWith(w, r, c.status, c.codeOf)
			}))
			defer server.Close()
			objetos, err := minioblob.New(minioblob.Config{Endpoint: server.URL, AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta"})
			if err != nil {
				t.Fatal(err)
			}
			defer objetos.Close()
			if err := c.do(t.Context(), objetos); fault.CodeOf(err) != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

const fixedName = "0190b3a0-0000-7000-8000-000000000001/0190b3a0-0000-7000-8000-000000000002/archivo"

func storeSomething(ctx context.Context, o *minioblob.Objetos) error {
	return o.Guardar(ctx, blobtest.ObjetoOf(fixedName, []byte("x")), strings.NewReader("x"))
}

func deleteSomething(ctx context.Context, o *minioblob.Objetos) error {
	return blobtest.Erase(ctx, o, fixedName)
}

// answerWith lists one version of fixedName, and refuses everything else.
func answerWith(w http.ResponseWriter, r *http.Request, status int, codeOf string) {
	io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/xml")
	switch r.Method {
	case http.MethodHead: // the bucket is there, the object is not
		if strings.Contains(r.URL.Path, fixedName) {
			w.WriteHeader(http.StatusNotFound)
		}
		return
	case http.MethodGet:
		fmt.Fprintf(w, `<ListVersionsResult><Version><Key>%s</Key><VersionId>1</VersionId><IsLatest>true</IsLatest></Version></ListVersionsResult>`, fixedName)
		return
	}
	w.WriteHeader(status)
	xml.NewEncoder(w).Encode(minio.ErrorResponse{Code: codeOf, Message: codeOf})
}

// AWS answers a HEAD in a bucket that is gone with a bare 404, as for a file
// that is not there. A deletion must not take the one for the other.
func TestNoBucketAsAWSSaysIt(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	objetos, err := minioblob.New(minioblob.Config{Endpoint: server.URL, AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta"})
	if err != nil {
		t.Fatal(err)
	}
	defer objetos.Close()
	if exists, err := objetos.Existe(t.Context(), fixedName); exists || fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("Existe = %v, %v; want UNAVAILABLE", exists, err)
	}
	if err := blobtest.Erase(t.Context(), objetos, fixedName); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("Borrar: %v; want UNAVAILABLE", err)
	}
	known := documento.VersionObjeto{Nombre: fixedName, Version: "1"}
	for _, group := range [][]documento.VersionObjeto{{known}, {known, {Nombre: blobtest.NewName(), Version: "2"}}} {
		for _, r := range objetos.BorrarVarios(t.Context(), group) {
			if fault.CodeOf(r.Err) != fault.Unavailable || r.Versiones != 0 {
				t.Errorf("BorrarVarios: %+v; want UNAVAILABLE", r)
			}
		}
	}
}
