package listener

// framed finds the headers in what comes: each says how long the rest is that follows it.
type framed struct {
	have int // bytes of the header
	skip int // bytes of the rest that are still to come
}

// next reads on until a header is whole, and returns what comes behind it; false if everything was read before.
// Whoever has the header sets skip.
func (f *framed) next(header, b []byte) (rest []byte, whole bool) {
	n := min(f.skip, len(b))
	f.skip -= n
	b = b[n:]
	n = copy(header[f.have:], b)
	f.have += n
	if f.have < len(header) {
		return nil, false
	}
	f.have = 0
	return b[n:], true
}
