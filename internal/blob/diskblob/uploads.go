package diskblob

import (
	"errors"
	"io"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// uploads are those under way, one for each object. A further one takes the place of
// the one before: a client that lost its connection comes back sooner than the server
// finds out, and a thousand side by side hold the bytes of one.
type uploads struct {
	mu  sync.Mutex
	all map[string]*underWay
}

type underWay struct {
	body *body
	gone chan struct{}
}

// enter begins an upload once the one before has ended; call leave at its end.
func (u *uploads) enter(name string, b *body) (leave func()) {
	mine := &underWay{b, make(chan struct{})}
	for {
		u.mu.Lock()
		before := u.all[name]
		if before == nil {
			if u.all == nil {
				u.all = map[string]*underWay{}
			}
			u.all[name] = mine
			u.mu.Unlock()
			return func() { u.leave(name, mine) }
		}
		u.mu.Unlock()
		before.body.replace()
		<-before.gone
	}
}

func (u *uploads) leave(name string, mine *underWay) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.all, name)
	close(mine.gone)
}

// body is the body of an upload. It must go on coming: each read is due when the bytes
// so far are, at the slowest speed. That it breaks off is the client's doing (a closed
// tab, a lost network), not a failure of the store.
type body struct {
	from io.Reader
	*transfer
}

func (b *body) Read(p []byte) (int, error) {
	if err := b.extend(b.start.Add(timeoutFor(b.moved))); err != nil {
		return 0, err
	}
	n, err := b.from.Read(p)
	b.moved += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		err = interrupted(err)
	}
	return n, err
}

func interrupted(err error) error {
	return fault.New(fault.BadUserInput, "La carga se interrumpió antes de terminar.").Because(err)
}
