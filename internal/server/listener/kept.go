package listener

import "slices"

// kept are bytes that came, and that nobody was given yet.
type kept []byte

// keep puts bytes before the others.
func (k *kept) keep(b []byte) { *k = slices.Concat(b, *k) }

// next reads on, what was kept first.
func (k *kept) next(b []byte, from func([]byte) (int, error)) (int, error) {
	if len(*k) == 0 {
		return from(b)
	}
	n := copy(b, *k)
	if *k = (*k)[n:]; len(*k) == 0 {
		*k = nil
	}
	return n, nil
}
