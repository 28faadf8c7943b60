package quota

// Kept is how many subjects and waiting turns are remembered.
func (t *Turns) Kept() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n = len(t.lines) + t.order.Len()
	for _, l := range t.lines {
		n += l.waiting.Len()
	}
	return n
}
