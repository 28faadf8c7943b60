package e2e_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestHAProxy: whatever clients do, they may do through deploy/proxy/haproxy.cfg.
func TestHAProxy(t *testing.T) {
	t.Parallel()
	p := newProxied(t, "CARPETA_UPLOAD_MAX_BYTES=500000000", "CARPETA_RATE_REFUSALS=1")
	for i, open := range []struct {
		name string
		way  serverkit.Transport
		tr   *http.Transport
	}{
		{"WebSocket", serverkit.WebSocket, p.http1(t)},
		{"event stream", serverkit.SSE, p.transport(t, "127.0.0.1")},
	} {
		t.Run(open.name, func(t *testing.T) {
			t.Parallel()
			staysOpen(t, p.citizen(t, p.seeded[i], open.tr), p.seeded[i].CarpetaID, open.way)
		})
	}
	t.Run("query", func(t *testing.T) { t.Parallel(); p.answersQueries(t) })
	t.Run("WebSocket of a browser", func(t *testing.T) { t.Parallel(); p.socketByHTTP2(t) })
	t.Run("upload", func(t *testing.T) {
		t.Parallel()
		sendLarge(t, p.citizen(t, p.seeded[2], p.transport(t, "127.0.0.1")), p.seeded[2].CarpetaID)
	})
	t.Run("addresses", func(t *testing.T) { t.Parallel(); p.tellsAddresses(t) })
}

// beyondTimeouts is longer than the proxy's 30 s and the server's 60 s for an answer.
const beyondTimeouts = 65 * time.Second

// staysOpen: a subscription on which nothing happens for a while is told what happens then.
func staysOpen(t *testing.T, c serverkit.Client, carpetaID string, open serverkit.Transport) {
	doomed := deletable(allFilas(t, c, carpetaID))[0]
	b := newTab(t, c, carpetaID, open)
	time.Sleep(beyondTimeouts)
	since := time.Now()
	asked := deleteDocumento(t, c, doomed, 0)
	for n := b.next(t); n.Eliminacion == nil || n.Eliminacion.EventoID != asked.EventoID; {
		n = b.next(t)
	}
	t.Logf("told %s after %s of silence", time.Since(since).Round(time.Millisecond), beyondTimeouts)
}

// answersQueries: by both versions of HTTP, also with the headers of a browser that has many cookies.
func (p proxied) answersQueries(t *testing.T) {
	for version, tr := range map[int]*http.Transport{1: p.http1(t), 2: p.transport(t, "127.0.0.1")} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"/graphql", strings.NewReader(`{"query":"{ __typename }"}`))
		must(t, err)
		req.Header = http.Header{"Content-Type": {"application/json"}, "Origin": {p.url}, "Cookie": {"c=" + strings.Repeat("c", 24<<10)}}
		resp, err := tr.RoundTrip(req)
		must(t, err)
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		must(t, err)
		if resp.ProtoMajor != version || resp.StatusCode != http.StatusOK || !bytes.Contains(text, []byte(`"__typename":"Query"`)) {
			t.Errorf("%s %s: %s", resp.Proto, resp.Status, text)
		}
		if resp.Header.Get("Strict-Transport-Security") == "" {
			t.Error("browsers are not told to insist on TLS")
		}
	}
}

// socketByHTTP2: browsers open a WebSocket on the connection of HTTP/2 that they have (RFC 8441).
func (p proxied) socketByHTTP2(t *testing.T) {
	body, toServer := io.Pipe()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodConnect, p.url+"/graphql", body)
	must(t, err)
	req.Header = http.Header{":protocol": {"websocket"}, "Sec-Websocket-Protocol": {"graphql-transport-ws"}, "Sec-Websocket-Version": {"13"}, "Origin": {p.url}}
	tr := &http2.Transport{TLSClientConfig: p.transport(t, "127.0.0.1").TLSClientConfig} //nolint:staticcheck // net/http has no extended CONNECT
	client := http.Client{Transport: tr}
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	must(t, err)
	defer resp.Body.Close()
	mustSame(t, "status", http.StatusOK, resp.StatusCode)
	const hello, welcome = `{"type":"connection_init"}`, `{"type":"connection_ack"}`
	_, err = toServer.Write(append([]byte{0x81, 0x80 | byte(len(hello)), 0, 0, 0, 0}, hello...)) // a text, under a mask of zeros
	must(t, err)
	got := make([]byte, 2+len(welcome))
	_, err = io.ReadFull(resp.Body, got)
	must(t, err)
	mustSame(t, "the server's first message", welcome, string(got[2:]))
	_ = toServer.Close()
}

// sendLarge sends 300 MB by one signed link, and confirms them.
func sendLarge(t *testing.T, c serverkit.Client, carpetaID string) {
	const pieces = 300
	piece := bytes.Repeat([]byte("0123456789abcde\n"), 1_000_000/16)
	hash, content := sha256.New(), make([]io.Reader, pieces)
	for i := range content {
		_, _ = hash.Write(piece) // never fails
		content[i] = bytes.NewReader(piece)
	}
	input := cargaInput(carpetaID, piece)
	input["tamanoBytes"], input["hashDocumento"] = pieces*len(piece), hex.EncodeToString(hash.Sum(nil))
	r := iniciarCarga(t, c, input)
	mustSame(t, "errores of iniciarCarga", nil, r.Errores)
	req, err := http.NewRequestWithContext(t.Context(), r.Carga.Method, r.Carga.URL, io.MultiReader(content...))
	must(t, err)
	req.ContentLength = int64(pieces * len(piece))
	for _, h := range r.Carga.Headers {
		req.Header.Set(h.Name, h.Value)
	}
	since := time.Now()
	resp, err := c.Through.RoundTrip(req)
	must(t, err)
	defer resp.Body.Close()
	if !strings.HasPrefix(r.Carga.URL, c.URL) || resp.ProtoMajor != 2 || resp.StatusCode/100 != 2 {
		t.Fatalf("upload to %s by %s: %s", r.Carga.URL, resp.Proto, resp.Status)
	}
	t.Logf("%d MB in %s", req.ContentLength/1_000_000, time.Since(since).Round(time.Millisecond))
	for {
		f := confirmarCarga(t, c, r.Documento.ID)
		if len(f.Errores) == 0 {
			mustSame(t, "confirmed", "PROCESADO", f.Documento.EstadoDocumento)
			return
		}
		mustSame(t, "confirmarCarga", "VERIFICACION_EN_CURSO", f.Errores[0].Codigo)
	}
}

// tellsAddresses: a client's refusals are its own address's, and none of another client's, whatever it says of itself.
func (p proxied) tellsAddresses(t *testing.T) {
	liar := p.from(t, "127.0.0.4")
	liar.Through = inventing{liar.Through}
	refused := 0
	for liar.MustPost(t, "{ noExiste }", nil).Code() != "RATE_LIMITED" {
		if refused++; refused > 60 {
			t.Fatal("a client with made-up addresses has a budget for each of them")
		}
	}
	t.Logf("RATE_LIMITED after %d refusals", refused)
	for _, address := range []string{"127.0.0.5", "127.0.0.6"} {
		if code := p.from(t, address).MustPost(t, "{ noExiste }", nil).Code(); code == "RATE_LIMITED" {
			t.Errorf("%s pays for the refusals of another client: the server takes both for the proxy", address)
		}
	}
	if log := p.server.Log(); strings.Contains(log, "CARPETA_TRUSTED_PROXIES") {
		t.Error("the server warns of its own proxy")
	}
}

// inventing claims another address with each request.
type inventing struct{ next http.RoundTripper }

var invented atomic.Int32

func (i inventing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	address := fmt.Sprintf("203.0.113.%d", invented.Add(1))
	r.Header.Set("X-Forwarded-For", address)
	r.Header.Set("Forwarded", "for="+address)
	return i.next.RoundTrip(r)
}

// TestHAProxyStopsAFlood: thousands of handshakes from one address cost the server nothing, and nobody at another address
// an answer.
func TestHAProxyStopsAFlood(t *testing.T) {
	t.Parallel()
	p := newProxied(t)
	kept, fresh := p.from(t, "127.0.0.2"), p.from(t, "127.0.0.2")
	fresh.Through.(*http.Transport).DisableKeepAlives = true
	const handshakes = 4000
	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	var greeted atomic.Int32
	flood.Go(func() { defer stop(); greeted.Store(p.greet(t, "127.0.0.3", handshakes)) })
	answered, most, slowest := 0, 0, time.Duration(0)
	for ; ctx.Err() == nil; answered += 2 {
		for _, c := range []serverkit.Client{kept, fresh} {
			since := time.Now()
			if r := c.MustPost(t, "{ __typename }", nil); r.Status != http.StatusOK {
				t.Errorf("beside the flood: %d %s", r.Status, r.Body)
			}
			slowest = max(slowest, time.Since(since))
		}
		most = max(most, p.connections(t))
	}
	flood.Wait()
	t.Logf("%d of %d handshakes; meanwhile %d answers, the slowest after %s; connections of the server: %d at most", greeted.Load(), handshakes, answered, slowest.Round(time.Millisecond), most)
	if greeted.Load() > handshakes/2 {
		t.Errorf("%d of %d handshakes of one address were done", greeted.Load(), handshakes)
	}
	if most > 8 || answered == 0 {
		t.Errorf("%d connections reached the server, of two clients that got %d answers", most, answered)
	}
}

// greet begins so many connections of one address, and returns how many got through the handshake of TLS.
func (p proxied) greet(t *testing.T, from string, n int) (greeted int32) {
	dialer := p.dialer(from)
	var got atomic.Int32
	var left atomic.Int32
	left.Store(int32(n))
	var work sync.WaitGroup
	for range 16 {
		work.Go(func() {
			for left.Add(-1) >= 0 {
				if conn, err := dialer.DialContext(t.Context(), "tcp", hostOf(p.url)); err == nil {
					got.Add(1)
					_ = conn.Close()
				}
			}
		})
	}
	work.Wait()
	return got.Load()
}
