package diskblob

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"
)

// network brings a piece in so long.
type network struct {
	io.Reader

	each time.Duration
}

func (n network) Read(b []byte) (int, error) {
	if n.each > 0 {
		time.Sleep(n.each * time.Duration(len(b)) / piece)
	}
	return n.Reader.Read(b)
}

// TestAFastUploadRests, and a slow one does not: what a network brings is not slowed down.
func TestAFastUploadRests(t *testing.T) {
	const size = 4 << 20
	for name, c := range map[string]struct{ each, takes time.Duration }{
		"fast": {0, 15 * restsAfter}, // none before the first piece, nor behind the last
		"slow": {time.Millisecond, size / piece * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := &Objetos{cfg: Config{Clock: time.Now}}
				start := time.Now()
				g := o.gently(t.Context(), network{bytes.NewReader(make([]byte, size)), c.each})
				n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, io.LimitReader(g, size), make([]byte, uploadBuffer))
				if err != nil || n != size {
					t.Fatal(n, err)
				}
				if took := time.Since(start); took < c.takes || took > c.takes+2*restsAfter {
					t.Errorf("%v for 4 MiB, want %v", took, c.takes)
				}
			})
		})
	}
}

// TestAnUploadThatIsGivenUpEnds, and is read no further.
func TestAnUploadThatIsGivenUpEnds(t *testing.T) {
	ctx, giveUp := context.WithCancel(t.Context())
	giveUp()
	o := &Objetos{cfg: Config{Clock: time.Now}}
	if _, err := io.ReadAll(o.gently(ctx, bytes.NewReader(make([]byte, 10)))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
