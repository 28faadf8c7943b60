package memory

// Look measures now.
func (g *Guard) Look() { g.look() }
