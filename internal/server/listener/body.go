package listener

import (
	"errors"
	"io"
	"net/http"
)

// body is one whose reader may have to wait for its client.
type body struct {
	io.ReadCloser

	of    *http.Request // of net/http
	place placed
	read  int64
	whole bool // its end was seen
}

func (b *body) Read(p []byte) (int, error) {
	b.place.asks(1)
	defer b.place.asks(-1)
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if errors.Is(err, io.EOF) {
		b.whole = true
		b.place.owes(0)
		b.of.Trailer = nil // nobody reads it, and it would be kept with the request
	}
	return n, err
}
