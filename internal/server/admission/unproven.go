package admission

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Who has no token may ask for the schema and for what is left of a budget, and short documents ask for both. Nothing
// long of theirs is read: it waited for its turn, and kept others waiting, only to be told that a token is missing.

// longBody takes its turn also to be decoded, and has a price: as much
// as the text of a document that is not known.
const longBody = 16 << 10

// Unproven is why a request of so many bytes is not read of who has no token; nil if it may be.
func TooLongForAnonymous(ctx context.Context, bytes int) *fault.Error { return tooLongForAnonymous(ctx, bytes, longBody-1) }

func tooLongForAnonymous(ctx context.Context, bytes, most int) *fault.Error {
	if bytes <= most || !caller.IsAddress(caller.Subject(ctx)) {
		return nil
	}
	return fault.Newf(fault.Unauthenticated, "Inicie sesión: sin un token válido no se lee nada de más de %d bytes.", most)
}
