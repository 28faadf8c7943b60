package logs

import (
	"bytes"
	"sync"
)

// Bitacora keeps what was logged. The zero value is empty, and ready.
type Bitacora struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *Bitacora) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *Bitacora) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// Reset forgets what was logged so far.
func (b *Bitacora) Reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf.Reset()
}
