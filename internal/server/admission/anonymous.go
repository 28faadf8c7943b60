package admission

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// A client without a token may ask for the schema, and for what is left of a budget; short documents do for both. Nothing
// long of such a client is read: it would wait for a slot, and keep others waiting, only to be told that a token is missing.

// longBody is the size from which a body needs a slot also to be decoded, and pays as the text of an unknown document does.
const longBody = 16 << 10

// TooLongForAnonymous returns an error for a request of so many bytes if it is too long for a client without a token, and
// the client has none.
func TooLongForAnonymous(ctx context.Context, bytes int) *fault.Error {
	return tooLongForAnonymous(ctx, bytes, longBody-1)
}

func tooLongForAnonymous(ctx context.Context, bytes, most int) *fault.Error {
	if bytes <= most || !caller.IsAddress(caller.Subject(ctx)) {
		return nil
	}
	return fault.Newf(fault.Unauthenticated, "Inicie sesión: sin un token válido no se lee nada de más de %d bytes.", most)
}
