package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// asCaller does something in the name of the sender of the request; UNAUTHENTICATED if
// nobody proved who they are. Resolvers learn the caller only here.
func asCaller[T any](ctx context.Context, do func(quien auth.Principal) (T, error)) (T, error) {
	quien, err := auth.Require(ctx)
	if err != nil {
		var none T
		return none, err
	}
	return do(quien)
}
