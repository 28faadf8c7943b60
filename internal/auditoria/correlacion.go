package auditoria

import "context"

// CorrelacionKey is the key of a context's correlation: contexts that live long have it beside other things.
type CorrelacionKey struct{}

// WithCorrelacion says to which request what happens belongs.
func WithCorrelacion(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, CorrelacionKey{}, id)
}

// Correlacion is the id of the request of this context, or "".
func Correlacion(ctx context.Context) string {
	id, _ := ctx.Value(CorrelacionKey{}).(string)
	return id
}
