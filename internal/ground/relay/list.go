package relay

import (
	"context"
	"time"
)

// List is what one list of the API says of itself. Page does the rest, the same way
// for all lists.
type List[T any] struct {
	Cursors *Codec
	Clock   func() time.Time
	Scope   Scope
	Sizes   Sizes // of its pages
	// Version of the whole that the list is a part of; 0 if it has none, Unread if it was not read. Its cursors carry it:
	// those of a page that did not read it carry what the page's own cursor did.
	Version int64
	Key     func(T) string
	Walk    Walk[T]
	// Including is Walk with the row of the key itself first, if that is there still: so a page knows without another
	// read that it is not the first one. nil: a page looks back, if it is asked.
	Including Walk[T]
}

// Unread is the version of a whole that was not read.
const Unread = -1

// Page reads the page that the arguments ask for. Arguments and cursor are checked
// before anything is read.
func (l List[T]) Page(ctx context.Context, args Args) (*Connection[T], error) {
	p, err := args.Page(l.Sizes)
	if err != nil {
		return nil, err
	}
	now := l.Clock()
	var from Position
	if p.Cursor != "" {
		if from, err = l.Cursors.Open(p.Cursor, l.Scope, now); err != nil {
			return nil, err
		}
	}
	version := l.Version
	if version == Unread {
		version = from.Version
	}
	c, err := l.build(ctx, p, from.Key, l.Cursors.Signer(l.Scope, now, version))
	if err != nil {
		return nil, err
	}
	c.ModificacionDetectada = p.Cursor != "" && from.Version != version
	if p.Cursor != "" && l.Version > 0 {
		l.Cursors.compared(c.ModificacionDetectada)
	}
	return c, nil
}
