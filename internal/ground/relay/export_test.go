package relay

import "context"

// Build is a page of a walk alone, without arguments and cursor.
func Build[T any](ctx context.Context, p Page, from string, sign Signer, key func(T) string, walk Walk[T]) (*Connection[T], error) {
	return build(ctx, p, from, sign, key, walk)
}
