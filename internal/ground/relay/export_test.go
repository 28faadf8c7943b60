package relay

import "context"

// Build is a page of a list alone, without arguments and cursor.
func (l List[T]) Build(ctx context.Context, p Page, from string, sign *Signer) (*Connection[T], error) {
	return l.build(ctx, p, from, sign)
}
