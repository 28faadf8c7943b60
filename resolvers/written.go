package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Written is the JSON of a page, of one of its nodes alone, or of an event that a subscription tells, written in one go;
// the value itself if gqlgen has to write it.
func Written(ctx context.Context, v any) any {
	switch value := v.(type) {
	case *relay.Connection[fila]:
		return documentos.Answer(ctx, value)
	case *relay.Connection[pendiente]:
		return cargas.Answer(ctx, value)
	case *relay.Connection[desechado]:
		return papelera.Answer(ctx, value)
	case *relay.Connection[saga]:
		return eliminaciones.Answer(ctx, value)
	case *auditoria.Pagina:
		return eventos.Answer(ctx, value)
	case *fila:
		return documentoType.Answer(ctx, value)
	case *saga:
		return eliminacionType.Answer(ctx, value)
	case <-chan *saga:
		return eliminacionType.Told(ctx, value)
	case <-chan *novedad:
		return novedadType.Told(ctx, value)
	}
	return v
}
