package admission

// TakeTurn takes a place to read documents in, until release.
func (g *Gate) TakeTurn() (release func()) {
	g.turns.taken <- struct{}{}
	return func() { <-g.turns.taken }
}
