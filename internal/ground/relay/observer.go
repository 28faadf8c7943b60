package relay

// Verdict is what a cursor turned out to be.
type Verdict int

// A cursor is good, or refused for one of three reasons: past its time, malformed or changed, or of another list or
// person.
const (
	Good Verdict = iota
	Expired
	Altered
	Foreign
)

// Observer hears what became of cursors, and how often a list changed between two pages. Both may be called at any time.
type Observer interface {
	CursorOpened(Verdict)
	// PageCompared is called for each later page whose list has a version that was read.
	PageCompared(changed bool)
}

func (c *Codec) compared(changed bool) {
	if c.Observer != nil {
		c.Observer.PageCompared(changed)
	}
}
