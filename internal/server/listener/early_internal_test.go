package listener

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// somewhere is the place of a connection that nobody counts.
type somewhere struct{ placed }

func (somewhere) asks(int)   {}
func (somewhere) owes(int64) {}

// atTheLast is an answer whose connection is told by over that its time to read has passed.
type atTheLast struct {
	*httptest.ResponseRecorder

	over chan struct{}
}

func (a atTheLast) SetReadDeadline(at time.Time) error {
	if at.Equal(time.Unix(1, 0)) {
		close(a.over)
	}
	return nil
}

// lastly is a body whose end comes in that moment.
type lastly struct{ over chan struct{} }

func (e lastly) Read([]byte) (int, error) {
	<-e.over
	return 0, io.EOF
}

func (lastly) Close() error { return nil }

// TestABodyThatComesWithTheDeadline: with the end of a body net/http begins to read behind it. That it then meets the
// deadline ends every later request of the connection before it begins, so the connection ends.
func TestABodyThatComesWithTheDeadline(t *testing.T) {
	over := make(chan struct{})
	w := atTheLast{httptest.NewRecorder(), over}
	r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
	r.ContentLength = 100
	e := &early{ResponseWriter: w, body: &body{ReadCloser: lastly{over}, of: r, place: somewhere{}}, clock: time.Now}
	e.WriteHeader(http.StatusTooManyRequests)
	if !e.body.whole || w.Header().Get("Connection") != "close" {
		t.Errorf("whole: %v, Connection: %q", e.body.whole, w.Header().Get("Connection"))
	}
}
