package admission

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TakeTurn takes a place to read documents in, until release.
func (g *Gate) TakeTurn() (release func()) {
	release, err := g.turns.places.Take(context.Background(), "test", 1)
	if err != nil {
		panic(err)
	}
	return release
}

// Read takes a place to read so many bytes in, as a request does.
func (g *Gate) Read(ctx context.Context, bytes int) (leave func(), _ *fault.Error) {
	return g.turns.take(ctx, bytes)
}
