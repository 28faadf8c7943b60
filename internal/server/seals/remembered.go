package seals

import (
	"context"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
)

// rememberedFor is how long an answer to strangers is good: their questions cost the object store one
// call in that time, however many they are. A call lasts as long at most.
const rememberedFor = 10 * time.Second

// remembered asks once for all who ask.
type remembered struct {
	ask   func(context.Context) ([]byte, error)
	clock func() time.Time

	asking batch.Shared[[]byte]
	mu     sync.Mutex // never held over a call
	last   answer
}

// answer is what the last call brought.
type answer struct {
	until time.Time
	text  []byte
	err   error
}

// get is the answer while it is good. Otherwise it waits for a call, as long as ctx lasts: the call goes on for others.
func (m *remembered) get(ctx context.Context) ([]byte, error) {
	if a, good := m.good(); good {
		return a.text, a.err
	}
	return m.asking.Do(ctx, "", func(ctx context.Context) ([]byte, error) {
		if a, good := m.good(); good {
			return a.text, a.err
		}
		ctx, cancel := context.WithTimeout(ctx, rememberedFor)
		defer cancel()
		text, err := m.ask(ctx)
		m.mu.Lock()
		defer m.mu.Unlock()
		m.last = answer{m.clock().Add(rememberedFor), text, err}
		return text, err
	})
}

func (m *remembered) good() (answer, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last, m.clock().Before(m.last.until)
}
