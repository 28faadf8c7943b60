package streamed_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/streamed"
)

// breaks is a store whose answers break off after some bytes.
type breaks struct {
	content []byte
	after   int
	opened  []int64
}

func (b *breaks) open(_ context.Context, from int64) (io.ReadCloser, error) {
	b.opened = append(b.opened, from)
	rest := b.content[from:]
	return io.NopCloser(io.MultiReader(bytes.NewReader(rest[:min(b.after, len(rest))]), broken{})), nil
}

type broken struct{}

var errBroken = errors.New("broken off")

func (broken) Read([]byte) (int, error) { return 0, errBroken }

func (b *breaks) serve() (w *httptest.ResponseRecorder, ended any) {
	w = httptest.NewRecorder()
	w.Header().Set("Content-Type", "text/plain") // nobody looks into it
	d := &door.Door{Limits: limits.Limits{}.WithDefaults(), Clock: time.Now}
	f := streamed.File{Size: int64(len(b.content)), Open: b.open, Allowed: func(context.Context) error { return nil }}
	defer func() { ended = recover() }()
	streamed.Serve(w, httptest.NewRequest(http.MethodGet, "/", nil), d, time.Now, f)
	return w, nil
}

// A store that breaks off, as one does whose answer is read slowly, is asked for what is left.
func TestAStoreThatBreaksOffIsAskedAgain(t *testing.T) {
	content := bytes.Repeat([]byte("folio "), 1000)
	b := &breaks{content: content, after: 2500}
	w, ended := b.serve()
	if ended != nil || !bytes.Equal(w.Body.Bytes(), content) || len(b.opened) != 3 || b.opened[1] != 2500 || b.opened[2] != 5000 {
		t.Errorf("%d bytes, opened at %v, %v", w.Body.Len(), b.opened, ended)
	}
}

// One that gives nothing is not asked for ever, and what it lacks does not look whole.
func TestAStoreThatGivesNothingEnds(t *testing.T) {
	b := &breaks{content: []byte("folio")}
	if w, ended := b.serve(); ended != any(http.ErrAbortHandler) || w.Body.Len() > 0 || len(b.opened) != 1 {
		t.Errorf("%d bytes, opened at %v, %v", w.Body.Len(), b.opened, ended)
	}
}
