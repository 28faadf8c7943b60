package e2e_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestStopEndsTransfersFirst: a server that stops answers nobody new, and whoever gets or sends a file gets and sends all
// of it: an answer that was begun is never cut.
func TestStopEndsTransfersFirst(t *testing.T) {
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "1")[0]
	s := house.With("CARPETA_SHUTDOWN_TIMEOUT=2m").Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<20) // more than the system keeps on the way
	id := uploadAndConfirmar(t, c, mine.CarpetaID, content)
	link := serverkit.Do[alias[viewLinks]](t, c, `query($id: ID!) { r: node(id: $id) { ... on Documento { urlDescarga } } }`, obj{"id": id}).R.URLDescarga

	down, err := http.Get(*link) //nolint:gosec,noctx // the server's own link
	must(t, err)
	defer down.Body.Close()
	first := make([]byte, 1)
	_, err = io.ReadFull(down.Body, first)
	must(t, err)
	sent, more := io.Pipe()
	up := make(chan int, 1)
	another := append([]byte("otro"), content...)
	begun := iniciarCarga(t, c, cargaInput(mine.CarpetaID, another))
	go func() { up <- sendsSlowly(*begun.Carga, sent, len(another)) }()
	_, err = more.Write(another[:8<<20])
	must(t, err)

	stopped := make(chan int, 1)
	go func() { stopped <- s.Stop(t) }()
	address := strings.TrimPrefix(s.URL, "http://")
	for {
		conn, err := net.DialTimeout("tcp", address, time.Minute)
		if err != nil {
			break // nobody new
		}
		_ = conn.Close()
		time.Sleep(10 * time.Millisecond)
	}
	_, err = more.Write(another[8<<20:])
	must(t, err)
	must(t, more.Close())
	if status := <-up; status/100 != 2 {
		t.Errorf("an upload under way when the server stopped: status %d", status)
	}
	rest, err := io.ReadAll(down.Body)
	if err != nil || !bytes.Equal(append(first, rest...), content) {
		t.Errorf("a download under way when the server stopped: %d bytes of %d: %v", 1+len(rest), len(content), err)
	}
	mustSame(t, "exit code", 0, <-stopped)
}

// sendsSlowly is the status of an upload whose bytes come when they come; 0 if there is no answer.
func sendsSlowly(to serverkit.Carga, body io.Reader, size int) int {
	req, err := http.NewRequest(to.Method, to.URL, body) //nolint:noctx // it ends with its body
	if err != nil {
		return 0
	}
	req.ContentLength = int64(size)
	for _, e := range to.Headers {
		if http.CanonicalHeaderKey(e.Name) != "Content-Length" {
			req.Header.Set(e.Name, e.Value)
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}
