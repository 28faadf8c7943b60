package hub

import "context"

type resumeKey struct{}

// WithResume says that the subscriber has seen everything up to a secuencia, by
// the means of its transport (Last-Event-ID).
func WithResume(ctx context.Context, seen int64) context.Context {
	return context.WithValue(ctx, resumeKey{}, seen)
}

// ResumedAfter is the secuencia of WithResume.
func ResumedAfter(ctx context.Context) (seen int64, ok bool) {
	seen, ok = ctx.Value(resumeKey{}).(int64)
	return seen, ok
}
