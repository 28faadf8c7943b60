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
	Version int64 // of the whole that the list is a part of; 0 if it has no version
	Key     func(T) string
	Walk    Walk[T]
}

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
	c, err := build(ctx, p, from.Key, l.Cursors.Signer(l.Scope, now, l.Version), l.Key, l.Walk)
	if err != nil {
		return nil, err
	}
	c.ModificacionDetectada = p.Cursor != "" && from.Version != l.Version
	return c, nil
}
