package app_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// These are clients that do nothing wrong, each in a way that a limit might forbid. None of them may fail.

// overBoth runs a test over plain HTTP/1, and over TLS with HTTP/2.
func overBoth(t *testing.T, documentos int, f func(t *testing.T, s *server), args ...string) {
	cert, key := certs.Write(t, t.TempDir(), 1, time.Now())
	for name, tls := range map[string][]string{"HTTP/1": nil, "HTTP/2": {"--tls-cert=" + cert, "--tls-key=" + key}} {
		t.Run(name, func(t *testing.T) { f(t, start(t, documentos, append(tls, args...)...)) })
	}
}

const ownCarpeta = `query($c: ID!) { carpeta(id: $c) { id } }`

// request asks for the citizen's own folder.
func (s *server) request(ctx context.Context) *http.Request {
	body := fmt.Sprintf(`{"query":%q,"variables":{"c":%q}}`, ownCarpeta, s.carpetaID)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.api+"/graphql", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+s.token)
	return req
}

// answered says what went wrong with a request; nil if it was answered without errors.
func answered(client *http.Client, req *http.Request) error {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && (resp.StatusCode != http.StatusOK || bytes.Contains(text, []byte("errors"))) {
		err = fmt.Errorf("%d %s", resp.StatusCode, text)
	}
	return err
}

// TestAConnectionForEachRequest: scripts, serverless functions and many load balancers work like that.
func TestAConnectionForEachRequest(t *testing.T) {
	overBoth(t, 1, func(t *testing.T, s *server) {
		client := from(t, "127.0.0.1")
		client.Transport.(*http.Transport).DisableKeepAlives = true
		const clients = 8
		const requests = 400
		var failed atomic.Int64
		var all sync.WaitGroup
		for range clients {
			all.Go(func() {
				for range requests / clients {
					if err := answered(client, s.request(t.Context())); err != nil && failed.Add(1) == 1 {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if n := failed.Load(); n > 0 {
			t.Errorf("%d of %d requests failed", n, requests)
		}
	})
}

// TestOnTheAddressOfAFlood: an address may be a proxy, or a city behind a mobile network. Who has a token is answered, with a kept
// connection and with one for each request, whatever others of the address send.
func TestOnTheAddressOfAFlood(t *testing.T) {
	const each, asks = 10, 25
	s := start(t, 1)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	asked := map[string]*atomic.Int64{}
	for name, flood := range map[string]func(*http.Request){
		"pages": func(r *http.Request) {
			r.Method, r.URL.Path, r.Body, r.ContentLength = http.MethodGet, "/config.json", nil, 0
		},
		"operations without a token": func(r *http.Request) { r.Header.Del("Authorization") },
		"tokens that nobody signed":  func(r *http.Request) { r.Header.Set("Authorization", r.Header.Get("Authorization")+"x") },
		"connections for a request":  func(r *http.Request) { r.Close = true; r.Header.Del("Authorization") },
	} {
		n := new(atomic.Int64)
		asked[name] = n
		for range each {
			all.Go(func() { n.Add(floodUntil(ctx, s, flood)) })
		}
	}
	kept, anew := from(t, "127.0.0.1"), from(t, "127.0.0.1")
	anew.Transport.(*http.Transport).DisableKeepAlives = true
	failed := 0
	for range asks {
		for _, client := range []*http.Client{kept, anew} {
			if err := answered(client, s.request(t.Context())); err != nil {
				failed++
				t.Log(err)
			}
		}
	}
	stop()
	all.Wait()
	if failed > 0 {
		t.Errorf("%d of %d requests failed", failed, 2*asks)
	}
	for name, n := range asked {
		if n.Load() < each {
			t.Errorf("there was no flood of %s: %d", name, n.Load())
		}
	}
}

// floodUntil sends requests on one connection, as fast as answers come, and counts them.
func floodUntil(ctx context.Context, s *server, change func(*http.Request)) (asked int64) {
	tr := &http.Transport{MaxConnsPerHost: 1}
	defer tr.CloseIdleConnections()
	for client := (&http.Client{Transport: tr}); ctx.Err() == nil; {
		req := s.request(ctx)
		change(req)
		resp, err := client.Do(req)
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		asked++
	}
	return asked
}

// TestAHundredAtOnce: a page may ask for as much as HTTP/2 lets one connection ask, again and again.
func TestAHundredAtOnce(t *testing.T) {
	overBoth(t, 1, func(t *testing.T, s *server) {
		client := from(t, "127.0.0.1")
		for range 5 {
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {
					if err := answered(client, s.request(t.Context())); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		}
	})
}

// TestARefusalInTheMiddle: who sends too much reads the refusal, and no reset.
func TestARefusalInTheMiddle(t *testing.T) {
	overBoth(t, 1, func(t *testing.T, s *server) {
		client := from(t, "127.0.0.1")
		for n := range 10 {
			req := s.request(t.Context())
			req.Body, req.ContentLength, req.GetBody = io.NopCloser(io.LimitReader(spaces{}, 10<<20)), 10<<20, nil
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			spent := n > 0 && resp.StatusCode == http.StatusTooManyRequests // the budget of refusals
			if err != nil || !spent && resp.StatusCode != http.StatusRequestEntityTooLarge || !bytes.Contains(text, []byte("errors")) {
				t.Errorf("%d %s %v", resp.StatusCode, text, err)
			}
		}
	})
}

// spaces are any number of them.
type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// TestASlowReader: who takes a large page at the speed of a bad network gets all of it.
func TestASlowReader(t *testing.T) {
	s := start(t, 300)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.api, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	req := s.request(t.Context())
	body := fmt.Sprintf(`{"query":"{ carpeta(id: \"%s\") { documentos(first: 100) { nodes { id titulo tipo fechaRecepcion hashDocumento nombreArchivo tipoContenido } } } }"}`, s.carpetaID)
	req.Body, req.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	req.Header.Set("Accept-Encoding", "identity")
	req.Close = true
	if err := req.Write(conn); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReaderSize(slowly{conn}, 1<<10), req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if rows := strings.Count(string(text), `"titulo"`); err != nil || rows != 100 {
		t.Errorf("%d rows of 100, %d bytes: %v", rows, len(text), err)
	}
}

// slowly reads a KiB, and then rests.
type slowly struct{ net.Conn }

func (c slowly) Read(b []byte) (int, error) {
	<-time.After(10 * time.Millisecond)
	return c.Conn.Read(b[:min(len(b), 1<<10)])
}

// from is a client at an address of this machine.
func from(t *testing.T, address string) *http.Client {
	tr := &http.Transport{
		DialContext:     (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}).DialContext,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true, //nolint:gosec // a certificate of the test
	}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: time.Minute}
}

// TestAnUploadThatPauses: a phone loses its network in the middle of a file, for longer than a request may take to come. The
// upload goes on afterwards: its bytes have a slowest speed, and no timeout of the server ends it.
func TestAnUploadThatPauses(t *testing.T) {
	const limit, pause, size = "--limit-request=2s", 3 * time.Second, 8 << 20
	overBoth(t, 1, func(t *testing.T, s *server) {
		t.Parallel() // it mostly waits
		client, content := from(t, "127.0.0.1"), bytes.Repeat([]byte("carpeta "), size/8)
		put := s.announce(t, client, content)
		first, second := bytes.NewReader(content[:size/2]), bytes.NewReader(content[size/2:])
		put.Body, put.ContentLength = io.NopCloser(io.MultiReader(first, &pausing{second, pause}, second)), size
		resp, err := client.Do(put)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if text, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusCreated {
			t.Errorf("%s: %s", resp.Status, text)
		}
	}, limit)
}

// pausing gives nothing, and takes its time.
type pausing struct {
	io.Reader
	time.Duration
}

func (p *pausing) Read([]byte) (int, error) {
	<-time.After(p.Duration)
	return 0, io.EOF
}

// announce says that a file will come, and is the request that brings it.
func (s *server) announce(t *testing.T, client *http.Client, content []byte) *http.Request {
	t.Helper()
	const mutation = `mutation($i: IniciarCargaInput!) { iniciarCarga(input: $i) { carga { url encabezados { nombre valor } } } }`
	input := map[string]any{
		"titulo": "Video", "codigoTipo": "OTRO", "nombreArchivo": "video.bin", "tipoContenido": "application/octet-stream",
		"tamanoBytes": len(content), "hashDocumento": fmt.Sprintf("%x", sha256.Sum256(content)),
	}
	body, err := json.Marshal(map[string]any{"query": mutation, "variables": map[string]any{"i": input}})
	if err != nil {
		t.Fatal(err)
	}
	req := s.request(t.Context())
	req.Body, req.ContentLength, req.GetBody = io.NopCloser(bytes.NewReader(body)), int64(len(body)), nil
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		Data struct {
			IniciarCarga struct {
				Carga struct {
					URL         string
					Encabezados []struct{ Nombre, Valor string }
				}
			}
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	put, err := http.NewRequestWithContext(t.Context(), http.MethodPut, answer.Data.IniciarCarga.Carga.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range answer.Data.IniciarCarga.Carga.Encabezados {
		put.Header.Set(h.Nombre, h.Valor)
	}
	return put
}
