package admission

import "context"

// TakeTurn takes a place to read documents in, until release.
func (g *Gate) TakeTurn() (release func()) {
	release, err := g.turns.places.Take(context.Background(), "test", 1)
	if err != nil {
		panic(err)
	}
	return release
}
