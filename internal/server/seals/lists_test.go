package seals

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestListsAreSentAsCachesLikeThem: plain or packed, for five minutes; a list that there is not has no answer to keep, and
// a store that is down says so.
func TestListsAreSentAsCachesLikeThem(t *testing.T) {
	token, made := bytes.Repeat([]byte("token."), 1000), 0
	mux := http.NewServeMux()
	mux.Handle("GET /estado/{number}", &lists{kept: map[int64]*remembered{}, clock: time.Now, make: func(_ context.Context, n int64) ([]byte, error) {
		made++
		switch n {
		case 1:
			return token, nil
		case 2:
			return nil, errors.New("the store is down")
		}
		return nil, fault.Plain(fault.NotFound)
	}})
	for _, c := range []struct {
		path, accept string
		status       int
	}{
		{"/estado/1", "", 200},
		{"/estado/1", "br, gzip", 200},
		{"/estado/2", "", 503},
		{"/estado/3", "", 404},
		{"/estado/0", "", 404},
		{"/estado/-1", "", 404},
		{"/estado/01", "", 404},
		{"/estado/99999999999999999999", "", 404},
		{"/estado/uno", "", 404},
	} {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, nil)
		req.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, req)
		h, body := w.Header(), w.Body.Bytes()
		if w.Code != c.status || (w.Code == 200) != (h.Get("Cache-Control") == listCache) {
			t.Errorf("%s: %d %v", c.path, w.Code, h)
		}
		if w.Code != 200 {
			continue
		}
		if packed := c.accept != ""; packed != (h.Get("Content-Encoding") == "gzip") || h.Get("Vary") != "Accept-Encoding" || h.Get("Content-Type") != listType {
			t.Errorf("%s %q: %v", c.path, c.accept, h)
		} else if packed {
			z, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(body, token) {
			t.Errorf("%s %q: another token", c.path, c.accept)
		}
	}
	if made != 3 {
		t.Errorf("%d lists were made, want one for each number that may be", made)
	}
}

// TestAListThatFailedIsLeftAlone: for five seconds, whoever asks; a list that does not exist is not remembered.
func TestAListThatFailedIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := map[int64]int{}
		l := &lists{kept: map[int64]*remembered{}, clock: time.Now, make: func(_ context.Context, n int64) ([]byte, error) {
			if asked[n]++; n == 2 {
				return nil, fault.Plain(fault.NotFound)
			}
			return nil, errors.New("the store is down")
		}}
		ask := func(n int64) {
			if _, err := l.token(t.Context(), n); err == nil {
				t.Errorf("list %d has a token", n)
			}
		}
		for range 3 {
			ask(1)
			ask(2)
		}
		if asked[1] != 1 || asked[2] != 3 || len(l.kept) != 1 {
			t.Errorf("asked %v, %d are remembered", asked, len(l.kept))
		}
		time.Sleep(failedFor)
		ask(1)
		if asked[1] != 2 {
			t.Errorf("after %s: asked %v", failedFor, asked)
		}
		for n := range int64(3 * mostKept) {
			ask(10 + n)
		}
		if len(l.kept) > mostKept {
			t.Errorf("%d failures are remembered", len(l.kept))
		}
	})
}
