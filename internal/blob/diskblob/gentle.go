package diskblob

import (
	"context"
	"io"
	"runtime"
)

// piece is what is copied before others have the processor. The scheduler would leave it 10 ms, and a
// hundred files that come together would hold everybody else up for 130 ms.
const piece = 64 << 10

// gentle reads a file, or one that is sent, until the caller gives up.
type gentle struct {
	ctx    context.Context
	source io.Reader
	copied int // of the piece
}

// Read implements io.Reader.
func (g *gentle) Read(b []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	if g.copied >= piece {
		g.copied = 0
		runtime.Gosched()
	}
	n, err := g.source.Read(b)
	g.copied += n
	return n, err
}
