package web_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/web"
)

const large = "/assets/large-7a8b.js"

// packedOnly are pages of which one file is there in its packed form only; opened counts how often it was opened.
func packedOnly(t *testing.T, content []byte) (h http.Handler, opened *atomic.Int64) {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(content)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	files := counting{MapFS: fstest.MapFS{large[1:] + ".gz": {Data: packed.Bytes()}}, opened: new(atomic.Int64)}
	h = web.NewExplorer(files)
	files.opened.Store(0)
	return h, files.opened
}

type counting struct {
	fstest.MapFS

	opened *atomic.Int64
}

func (c counting) Open(name string) (fs.File, error) {
	c.opened.Add(1)
	return c.MapFS.Open(name)
}

// unread is an answer that is not read until over is closed.
type unread struct {
	*httptest.ResponseRecorder

	over chan struct{}
}

func (u unread) Write(b []byte) (int, error) {
	<-u.over
	return u.ResponseRecorder.Write(b)
}

// TestWhatIsUnpackedIsShared: by all who ask for it, also who reads nothing. It is kept for a minute.
func TestWhatIsUnpackedIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		content := bytes.Repeat([]byte("plain js\n"), 1000)
		h, opened := packedOnly(t, content)
		over := make(chan struct{})
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				w := unread{httptest.NewRecorder(), over}
				h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, large, nil))
				if !bytes.Equal(w.Body.Bytes(), content) {
					t.Errorf("%d bytes", w.Body.Len())
				}
			})
		}
		time.Sleep(time.Hour) // of the bubble: they read nothing
		if n := opened.Load(); n != 1 {
			t.Errorf("unpacked %d times for a hundred", n)
		}
		close(over)
		all.Wait()
		time.Sleep(30 * time.Second)
		if got := body(t, ask(t, h, "GET", large)); got != string(content) || opened.Load() != 1 {
			t.Errorf("soon: %d bytes, unpacked %d times", len(got), opened.Load())
		}
		time.Sleep(2 * time.Minute)
		if got := body(t, ask(t, h, "GET", large)); got != string(content) || opened.Load() != 2 {
			t.Errorf("later: %d bytes, unpacked %d times", len(got), opened.Load())
		}
		time.Sleep(2 * time.Minute) // no timer is left
	})
}

// TestPartsOfWhatIsUnpacked: it is a file as any other.
func TestPartsOfWhatIsUnpacked(t *testing.T) {
	h, _ := packedOnly(t, []byte("plain js"))
	if res := ask(t, h, "GET", large, "Range", "bytes=1-3"); res.StatusCode != http.StatusPartialContent || body(t, res) != "lai" {
		t.Errorf("a range: %d", res.StatusCode)
	}
	if res := ask(t, h, "HEAD", large); res.ContentLength != int64(len("plain js")) {
		t.Errorf("HEAD: %d bytes", res.ContentLength)
	}
}

// TestABrokenPackedFile is not there, for whoever wants it unpacked.
func TestABrokenPackedFile(t *testing.T) {
	h := web.NewExplorer(fstest.MapFS{large[1:] + ".gz": {Data: []byte("no gzip")}})
	for range 2 {
		if res := ask(t, h, "GET", large); res.StatusCode != http.StatusNotFound {
			t.Errorf("got %d", res.StatusCode)
		}
	}
}
