package minioblob_test

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// naming is a store that has one upload, and answers in one way to the request that gives the file its key.
type naming struct {
	obj      documento.Objeto
	answer   http.HandlerFunc
	requests atomic.Int64
}

func (n *naming) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	switch {
	case r.Method == http.MethodHead && strings.HasSuffix(r.URL.Path, "cargas/"+n.obj.Nombre):
		hash, _ := hex.DecodeString(n.obj.Hash)
		for name, value := range map[string]string{
			"ETag": `"x"`, "Last-Modified": time.Unix(0, 0).UTC().Format(http.TimeFormat), "Content-Length": fmt.Sprint(n.obj.TamanoBytes),
			"Content-Type": n.obj.TipoContenido, "X-Amz-Version-Id": "1", "X-Amz-Checksum-Sha256": base64.StdEncoding.EncodeToString(hash),
		} {
			w.Header().Set(name, value)
		}
	case r.Method == http.MethodHead && strings.Contains(r.URL.Path, n.obj.Nombre):
		w.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodGet:
		fmt.Fprintf(w, `<ListPartsResult><Part><PartNumber>1</PartNumber><ETag>"x"</ETag><Size>%d</Size></Part></ListPartsResult>`, n.obj.TamanoBytes)
	case r.Method == http.MethodPut, r.Method == http.MethodPost:
		n.requests.Add(1)
		n.answer(w, r)
	}
}

// says is an answer of a store or, without a code, of something before it.
func says(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if code == "" {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "<html>no</html>")
			return
		}
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		fmt.Fprintf(w, "<Error><Code>%s</Code><Message>no</Message></Error>", code)
	}
}

// cut ends the connection in place of an answer.
func cut(w http.ResponseWriter, _ *http.Request) {
	if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = c.Close()
	}
}

// A request that gives a file its key is sent once, because the answer to a second one says nothing about the first. A
// refusal is told as one; after anything else nobody knows whether the file still gets its key.
func TestWhetherAFileGetsItsKey(t *testing.T) {
	for what, c := range map[string]struct {
		answer  http.HandlerFunc
		unknown bool
	}{
		"no such version":         {says(404, "NoSuchVersion"), false},
		"no such upload":          {says(404, "NoSuchUpload"), false},
		"another content":         {says(412, "PreconditionFailed"), false},
		"no permission":           {says(403, "AccessDenied"), false},
		"too many":                {says(503, "SlowDown"), false},
		"the store starts":        {says(503, "XMinioServerNotInitialized"), false},
		"a failure inside":        {says(500, "InternalError"), true},
		"a failure behind a 200":  {says(200, "InternalError"), true},
		"too few disks wrote":     {says(503, "SlowDownWrite"), true},
		"a proxy without a store": {says(502, ""), true},
		"a proxy gave up":         {says(504, ""), true},
		"an unknown 503":          {says(503, ""), true},
		"its time is up":          {says(408, ""), true},
		"the connection is cut":   {cut, true},
	} {
		t.Run(what, func(t *testing.T) {
			n := &naming{obj: blobtest.ObjetoOf(blobtest.NewName(), []byte("hola")), answer: c.answer}
			server := httptest.NewServer(n)
			t.Cleanup(server.Close)
			n.requireNaming(t, server.URL, c.unknown)
		})
	}
}

// requireNaming gives the file its key in both ways, of which each sends one request and fails.
func (n *naming) requireNaming(t *testing.T, address string, unknown bool) {
	t.Helper()
	objetos, err := minioblob.New(minioblob.Config{Endpoint: address, AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = objetos.Close() })
	copied, err := objetos.Recibida(t.Context(), n.obj)
	if err != nil || copied == nil {
		t.Fatal(err)
	}
	for way, name := range map[string]func(context.Context) error{
		"copy": copied,
		"join": func(ctx context.Context) error {
			_, err := objetos.UnirPartes(ctx, n.obj, documento.Partes{Tamano: 8 << 20, ID: "x"}, time.Now())
			return err
		},
	} {
		n.requests.Store(0)
		err := name(t.Context())
		if err == nil || errors.Is(err, documento.ErrSinDesenlace) != unknown {
			t.Errorf("%s: %v; unknown is to be %t", way, err, unknown)
		}
		if sent := n.requests.Load(); sent != 1 {
			t.Errorf("%s: %d requests, want one", way, sent)
		}
	}
}

// A store to which there is no connection was asked nothing, and one that does not answer in time may have done it.
func TestWhetherAFileGetsItsKeyWithoutAnAnswer(t *testing.T) {
	for what, unknown := range map[string]bool{"no connection": false, "no answer": true} {
		t.Run(what, func(t *testing.T) {
			end := make(chan struct{})
			n := &naming{obj: blobtest.ObjetoOf(blobtest.NewName(), []byte("hola")), answer: func(http.ResponseWriter, *http.Request) { <-end }}
			server := httptest.NewServer(n)
			t.Cleanup(server.Close)
			t.Cleanup(func() { close(end) })
			down := atomic.Bool{}
			objetos, err := minioblob.New(minioblob.Config{
				Endpoint: server.URL, AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta",
				Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
					if down.Load() {
						address = "127.0.0.1:1"
					}
					return (&net.Dialer{}).DialContext(ctx, network, address)
				}},
			})
			if err != nil {
				t.Fatal(err)
			}
			give, err := objetos.Recibida(t.Context(), n.obj)
			if err != nil || give == nil {
				t.Fatal(err)
			}
			down.Store(!unknown)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := give(ctx); err == nil || errors.Is(err, documento.ErrSinDesenlace) != unknown {
				t.Errorf("%v; unknown is to be %t", err, unknown)
			}
		})
	}
}
