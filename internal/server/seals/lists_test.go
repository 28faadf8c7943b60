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
