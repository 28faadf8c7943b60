package diskblob_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// TestCargaOneAtATime: a link does not take a thousand uploads side by side; a client
// that comes back after a lost connection takes its own place.
func TestCargaOneAtATime(t *testing.T) {
	b := newStore(t)
	content := blobtest.NewContent(1000)
	obj := blobtest.ObjetoOf(blobtest.NewName(), content)
	first := make(chan *http.Response, 1)
	stalled := make(chan struct{})
	go func() {
		first <- b.halfOf(t, obj, content, func(*net.TCPConn) { close(stalled) })
	}()
	<-stalled
	for len(b.leftovers(t)) == 0 { // until its bytes are being written
		time.Sleep(time.Millisecond)
	}
	if w := b.send(t, obj, bytes.NewReader(content), nil); w.Code != http.StatusCreated {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	if resp := <-first; resp.StatusCode != http.StatusConflict {
		t.Errorf("the upload that was replaced: %s", resp.Status)
	}
	if all := b.leftovers(t); len(all) != 1 {
		t.Errorf("files: %q", all)
	}
}

// TestCargaIncomplete: over a real connection whose client has said all that it will.
func TestCargaIncomplete(t *testing.T) {
	b := newStore(t)
	if resp := b.half(t, func(c *net.TCPConn) { _ = c.CloseWrite() }); resp.StatusCode != http.StatusBadRequest {
		t.Error(resp.Status)
	}
}

// TestCargaTooSlow: a clock that is behind makes every read late.
func TestCargaTooSlow(t *testing.T) {
	b := newStore(t)
	behind := time.Duration(0)
	b.cfg.Clock = func() time.Time { return time.Now().Add(-behind) }
	b.serve(t)
	behind = 31 * time.Second // more than a small file may take
	if resp := b.half(t, func(*net.TCPConn) {}); resp.StatusCode != http.StatusRequestTimeout {
		t.Error(resp.Status)
	}
}

// half sends half of a file, then does something, and reads the answer.
func (b *world) half(t *testing.T, then func(*net.TCPConn)) *http.Response {
	t.Helper()
	content := blobtest.NewContent(1000)
	return b.halfOf(t, blobtest.ObjetoOf(blobtest.NewName(), content), content, then)
}

func (b *world) halfOf(t *testing.T, obj documento.Objeto, content []byte, then func(*net.TCPConn)) *http.Response {
	t.Helper()
	carga, err := b.objetos.PrepararCarga(t.Context(), obj, time.Minute)
	if err != nil {
		t.Error(err)
		return nil
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		t.Error(err)
		return nil
	}
	t.Cleanup(func() { _ = conn.Close() })
	fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n", strings.TrimPrefix(carga.URL, b.url), len(content))
	for _, e := range carga.Encabezados {
		fmt.Fprintf(conn, "%s: %s\r\n", e.Nombre, e.Valor)
	}
	fmt.Fprintf(conn, "\r\n%s", content[:len(content)/2])
	then(conn.(*net.TCPConn))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Error(err)
	}
	return resp
}
