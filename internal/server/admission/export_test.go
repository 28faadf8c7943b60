package admission

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TakeTurn takes a place to read documents in, and one to read short ones in, until release.
func (g *Gate) TakeTurn() (release func()) {
	short, err := g.reads.short.Acquire(context.Background(), "test", 1)
	if err != nil {
		panic(err)
	}
	long, err := g.reads.long.Acquire(context.Background(), "test", 1)
	if err != nil {
		panic(err)
	}
	return func() { short(); long() }
}

// Read takes a place to read so many bytes in, as a request does.
func (g *Gate) Read(ctx context.Context, bytes int) (leave func(), _ *fault.Error) {
	return g.reads.acquire(ctx, bytes)
}
