package memory

import "testing"

// TestPays: memory is given back at rest only, and not again and again for what cannot be.
func TestPays(t *testing.T) {
	for _, c := range []struct {
		what           string
		since          returns
		cycles, unused uint64
		want           bool
	}{
		{"garbage of a burst", returns{cycles: 7}, 7, worth, true},
		{"little of it", returns{cycles: 7}, 7, worth - 1, false},
		{"a collection now and then", returns{cycles: 7}, 7 + few, worth, true},
		{"a process at work", returns{cycles: 7}, 7 + few + 1, 100 * worth, false},
		{"what was left the last time", returns{cycles: 7, left: 3 * worth}, 7, 3*worth + 1, false},
		{"and a burst on top", returns{cycles: 7, left: 3 * worth}, 7, 4 * worth, true},
	} {
		if got := c.since.pays(c.cycles, c.unused); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	r := returns{left: 5 * worth}
	if r.pays(0, worth); r.left != worth || !r.pays(0, 2*worth) {
		t.Error("what is left is no less than before, although less is unused")
	}
}
