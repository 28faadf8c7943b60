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

type cursorKey struct{}

// WithCursor says the same of the news of a carpeta, or of looks at it.
func WithCursor(ctx context.Context, cursor string) context.Context {
	return context.WithValue(ctx, cursorKey{}, cursor)
}

// ResumedAfterCursor is the cursor of WithCursor; empty without one.
func ResumedAfterCursor(ctx context.Context) string {
	cursor, _ := ctx.Value(cursorKey{}).(string)
	return cursor
}
