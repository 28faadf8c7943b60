package seals

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Lists are the status lists of this deployment: the token of a number, or NOT_FOUND.
type Lists func(ctx context.Context, number int64) ([]byte, error)

// lists remembers those that strangers asked for, and for a moment those that could not be read.
type lists struct {
	make  Lists
	clock func() time.Time

	mu   sync.Mutex
	kept map[int64]*remembered // none that does not exist
}

// mostKept bounds what strangers make this process remember while the store fails: each may ask for another number.
const mostKept = 1000

const (
	listType  = "application/statuslist+jwt"
	listCache = "public, max-age=300"
)

func (l *lists) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.ParseInt(r.PathValue("number"), 10, 32)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != r.PathValue("number") {
		http.Error(w, "No hay una lista con ese número.", http.StatusNotFound)
		return
	}
	token, err := l.token(r.Context(), n)
	switch {
	case errors.Is(err, fault.NotFound):
		http.Error(w, "No hay una lista con ese número.", http.StatusNotFound)
		return
	case err != nil:
		http.Error(w, "No se puede leer ahora. Intente más tarde.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		token = zipped(token)
	}
	write(w, listType, listCache, token)
}

// token is remembered for those lists that there are: a number that there is not is asked for anew.
func (l *lists) token(ctx context.Context, n int64) ([]byte, error) {
	m := l.of(n)
	token, err := m.get(ctx)
	if errors.Is(err, fault.NotFound) {
		l.mu.Lock()
		if l.kept[n] == m {
			delete(l.kept, n)
		}
		l.mu.Unlock()
	}
	return token, err
}

func (l *lists) of(n int64) *remembered {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.kept[n]
	if m == nil {
		m = remember(func(ctx context.Context) ([]byte, error) { return l.make(ctx, n) }, l.clock)
		if len(l.kept) >= mostKept {
			clear(l.kept)
		}
		l.kept[n] = m
	}
	return m
}

// zipped takes back what base64 cost.
func zipped(token []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	_, _ = z.Write(token) // into memory
	_ = z.Close()
	return b.Bytes()
}
