package quota

// Kept is how many subjects and waiting requests are remembered.
func (f *FairSemaphore) Kept() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n = len(f.subjects) + f.ready.Len()
	for _, q := range f.subjects {
		n += q.waiting.Len()
	}
	return n
}
