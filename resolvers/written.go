package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Written is the JSON of a page, written in one go; the value itself if gqlgen has to write it.
func Written(ctx context.Context, v any) any {
	switch page := v.(type) {
	case *relay.Connection[fila]:
		return documentos.Answer(ctx, page)
	case *relay.Connection[pendiente]:
		return cargas.Answer(ctx, page)
	case *relay.Connection[saga]:
		return eliminaciones.Answer(ctx, page)
	}
	return v
}
