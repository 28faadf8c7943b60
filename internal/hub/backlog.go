package hub

import "context"

// backlog is what a follower has still to send, in order.
type backlog[T any] []*T

// tell emits all of it. Each element is let go at once: a slow reader may take long over the rest.
func (b *backlog[T]) tell(ctx context.Context, emit EmitEvent) error {
	for len(*b) > 0 {
		if err := emit(ctx, (*b)[0]); err != nil {
			return err
		}
		(*b)[0] = nil
		*b = (*b)[1:]
	}
	*b = nil
	return ctx.Err()
}
