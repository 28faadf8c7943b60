package e2e_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// shownFile is a document that a code shows with its file.
type shownFile struct {
	documento, entrega, url string
	code                    aCode
	content                 []byte
}

func (e *entrante) showFile(t *testing.T, title string, size int) shownFile {
	t.Helper()
	content := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte([]byte(fmt.Sprintf("%32s", title)))).Read(content)
	f := shownFile{entrega: entregada(t, e.program, e.uni.entrega(t, e.ciudadanoID, title, content), content).EntregaID, content: content}
	f.documento = globalID("Documento", e.carpetaID, f.entrega)
	f.code = *askCode(t, e.dueno, createCode, obj{"input": obj{"documentoId": f.documento, "alcance": "DATOS_Y_ARCHIVO"}}).Codigo
	a, status := useCode(t, e.s.URL, f.code.Codigo)
	mustSame(t, "status", http.StatusOK, status)
	f.url = e.s.URL + a.Archivo.Direccion
	return f
}

// ask sends a request for a part of the file, or for what there is to know of it.
func (f shownFile) ask(t *testing.T, method string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, f.url, nil)
	must(t, err)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := http.DefaultClient.Do(r)
	must(t, err)
	defer a.Body.Close()
	content, err := io.ReadAll(a.Body)
	must(t, err)
	return a, content
}

// TestTheFileOfACodeInParts: whole, in any part, and on from where it broke off, as a browser asks for it.
func TestTheFileOfACodeInParts(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		e := newEntrante(t, serverkit.NewHouse(t, p))
		const size = 300_000
		f := e.showFile(t, "Diploma", size)
		whole, content := f.ask(t, http.MethodGet)
		tag := whole.Header.Get("ETag")
		mustSame(t, "the whole", []any{http.StatusOK, "bytes", fmt.Sprint(size), "no-store"},
			[]any{whole.StatusCode, whole.Header.Get("Accept-Ranges"), whole.Header.Get("Content-Length"), whole.Header.Get("Cache-Control")})
		if !bytes.Equal(content, f.content) || tag == "" {
			t.Errorf("the whole has %d bytes, and the tag %q", len(content), tag)
		}
		for _, c := range []struct {
			name     string
			headers  []string
			status   int
			from, to int
			span     string
		}{
			{"from the beginning", []string{"Range", "bytes=0-99"}, 206, 0, 100, "bytes 0-99/300000"},
			{"in the middle", []string{"Range", "bytes=100000-200000"}, 206, 100_000, 200_001, "bytes 100000-200000/300000"},
			{"on from a byte", []string{"Range", "bytes=299990-"}, 206, 299_990, size, "bytes 299990-299999/300000"},
			{"the last ones", []string{"Range", "bytes=-10"}, 206, 299_990, size, "bytes 299990-299999/300000"},
			{"more than there is", []string{"Range", "bytes=299990-999999"}, 206, 299_990, size, "bytes 299990-299999/300000"},
			{"two parts", []string{"Range", "bytes=0-9,20-29"}, 200, 0, size, ""},
			{"of the same file", []string{"Range", "bytes=10-19", "If-Range", tag}, 206, 10, 20, "bytes 10-19/300000"},
			{"of another file", []string{"Range", "bytes=10-19", "If-Range", `"otro"`}, 200, 0, size, ""},
			{"of a file of another day", []string{"Range", "bytes=10-19", "If-Range", "Sun, 03 May 2026 10:00:00 GMT"}, 200, 0, size, ""},
		} {
			a, got := f.ask(t, http.MethodGet, c.headers...)
			mustSame(t, c.name, []any{c.status, c.span}, []any{a.StatusCode, a.Header.Get("Content-Range")})
			if !bytes.Equal(got, f.content[c.from:c.to]) {
				t.Errorf("%s: %d other bytes", c.name, len(got))
			}
		}
		for _, span := range []string{"bytes=300000-", "bytes=999999-", "bytes=20-10", "bytes=x", "lines=1-2"} {
			a, got := f.ask(t, http.MethodGet, "Range", span)
			mustSame(t, span, http.StatusRequestedRangeNotSatisfiable, a.StatusCode)
			if len(got) > 100 {
				t.Errorf("%s: %d bytes", span, len(got))
			}
		}
		head, got := f.ask(t, http.MethodHead)
		mustSame(t, "HEAD", []any{http.StatusOK, fmt.Sprint(size), tag, 0}, []any{head.StatusCode, head.Header.Get("Content-Length"), head.Header.Get("ETag"), len(got)})
		same, got := f.ask(t, http.MethodGet, "If-None-Match", tag)
		mustSame(t, "what they have", []int{http.StatusNotModified, 0}, []int{same.StatusCode, len(got)})
		f.resumes(t)

		askCode(t, e.dueno, endCode, obj{"id": f.code.ID})
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			for _, headers := range [][]string{nil, {"Range", "bytes=0-9"}, {"If-None-Match", tag}, {"Range", "bytes=999999-"}} {
				a, _ := f.ask(t, method, headers...)
				mustSame(t, fmt.Sprint(method, " ", headers, " after the end"), []string{"404", ""}, []string{fmt.Sprint(a.StatusCode), a.Header.Get("ETag")})
			}
		}
	})
}

// resumes breaks a fetch off again and again, and goes on behind what it has.
func (f shownFile) resumes(t *testing.T) {
	t.Helper()
	var have []byte
	for len(have) < len(f.content) {
		ctx, leave := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, f.url, nil)
		must(t, err)
		r.Header.Set("Range", fmt.Sprintf("bytes=%d-", len(have)))
		a, err := http.DefaultClient.Do(r)
		must(t, err)
		mustSame(t, "status", http.StatusPartialContent, a.StatusCode)
		part, err := io.ReadAll(io.LimitReader(a.Body, 70_000))
		must(t, err)
		leave()
		_ = a.Body.Close()
		have = append(have, part...)
	}
	if !bytes.Equal(have, f.content) {
		t.Error("what was fetched in pieces is not the file")
	}
}

// TestASlowFetchEndsWithItsRight: whoever reads slowly gets no more, ten seconds after the code was ended, the document
// was locked, or its issuer took it back.
func TestASlowFetchEndsWithItsRight(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		e := newEntrante(t, serverkit.NewHouse(t, p))
		const size = 10 << 20
		ends := map[string]func(f shownFile){
			"ended": func(f shownFile) { askCode(t, e.dueno, endCode, obj{"id": f.code.ID}) },
			"locked": func(f shownFile) {
				askAprobacion(t, e.dueno, solicitarMutation, obj{"id": f.documento, "motivo": "Es un duplicado"})
			},
			"revoked": func(f shownFile) { e.uni.revoca(t, e.program, f.entrega, "No corresponde") },
			"kept":    func(shownFile) {}, // and one whose right goes on
		}
		var fetches sync.WaitGroup
		for name, end := range ends {
			f := e.showFile(t, "Diploma "+name, size)
			a := f.slowly(t)
			n, err := io.CopyN(io.Discard, a.Body, 64<<10)
			must(t, err)
			end(f)
			fetches.Go(func() {
				defer a.Body.Close()
				time.Sleep(11 * time.Second)
				more, err := io.Copy(io.Discard, a.Body)
				switch {
				case name == "kept" && (err != nil || n+more != size):
					t.Errorf("a right that goes on: %d bytes, %v", n+more, err)
				case name != "kept" && (err == nil || n+more > size*3/4): // what was on its way in the buffers of the two systems arrives
					t.Errorf("%s: %d bytes of %d, %v", name, n+more, size, err)
				}
			})
		}
		fetches.Wait()
	})
}

// slowly asks for the file with little room for what was not read yet.
func (f shownFile) slowly(t *testing.T) *http.Response {
	t.Helper()
	narrow := &http.Transport{ReadBufferSize: 4 << 10, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err == nil {
			err = c.(*net.TCPConn).SetReadBuffer(16 << 10)
		}
		return c, err
	}}
	t.Cleanup(narrow.CloseIdleConnections)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.url, nil)
	must(t, err)
	a, err := (&http.Client{Transport: narrow}).Do(r) //nolint:bodyclose // by the caller
	must(t, err)
	mustSame(t, "status", http.StatusOK, a.StatusCode)
	return a
}
