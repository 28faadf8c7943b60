package encode

import (
	"context"
	"io"
	"sync"

	"github.com/99designs/gqlgen/graphql"
)

// Room is what an answer may take. It is counted while the answer is written, so that one that is too large is never
// there: neither in a buffer of this package nor in gqlgen's.
type Room struct {
	most int
	ask  func(bytes int) bool

	mu   sync.Mutex
	held int // bytes that there is room for
	here int // bytes that this package wrote; gqlgen copies them
	all  int // bytes that gqlgen wrote
	over bool
}

// NewRoom makes room for most bytes. What is larger than held is asked for before it is there.
func NewRoom(most, held int, ask func(bytes int) bool) *Room {
	return &Room{most: most, held: min(held, most), ask: ask}
}

// Over reports whether there was no room. Then the answer is not whole, and nobody may see it.
func (r *Room) Over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.over
}

// piece is how much is written between two looks at the room.
const piece = 4 << 10

// ahead is how much more than is there is asked for at a time.
const ahead = 64 << 10

// add counts bytes that were written here, or by gqlgen; false if there is no room.
func (r *Room) add(here, all int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.here += here
	r.all += all
	if size := max(r.here, r.all); size > r.held && !r.over {
		r.over = size > r.most || !r.grow(size)
	}
	return !r.over
}

func (r *Room) grow(size int) bool {
	for _, want := range []int{min(size+ahead, r.most), size} {
		if r.ask(want) {
			r.held = want
			return true
		}
	}
	return false
}

type roomKey struct{}

// WithRoom has the answers of a context written within a room.
func WithRoom(ctx context.Context, r *Room) context.Context {
	return context.WithValue(ctx, roomKey{}, r)
}

func roomOf(ctx context.Context) *Room {
	r, _ := ctx.Value(roomKey{}).(*Room)
	return r
}

// Within has gqlgen write no more of a root field than there is room for.
func Within(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	m, room := next(ctx), roomOf(ctx)
	if room == nil || m == nil || m == graphql.Null || m == graphql.RequiredNull { // gqlgen looks for these
		return m
	}
	return graphql.WriterFunc(func(w io.Writer) {
		c := counter{w: w, room: room}
		m.MarshalGQL(&c)
		room.add(0, c.n)
	})
}

// counter writes nothing more when there is no room. gqlgen goes on to the end all the same.
type counter struct {
	w    io.Writer
	room *Room
	n    int // bytes since the last look
	full bool
}

func (c *counter) Write(b []byte) (int, error) {
	if c.full {
		return len(b), nil
	}
	if c.n += len(b); c.n >= piece {
		c.full = !c.room.add(0, c.n)
		c.n = 0
	}
	if c.full {
		return len(b), nil
	}
	return c.w.Write(b)
}

// span is what one answer of this package has of a room.
type span struct {
	room    *Room // nil: any number of bytes
	counted int
	full    bool
}

// fits reports whether there is room for so many bytes, looked at now and then.
func (s *span) fits(bytes int) bool {
	if bytes-s.counted >= piece {
		s.settle(bytes)
	}
	return !s.full
}

// settle counts all that was written.
func (s *span) settle(bytes int) {
	if s.room != nil && !s.full {
		s.full = !s.room.add(bytes-s.counted, 0)
	}
	s.counted = bytes
}
