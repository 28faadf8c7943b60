package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
)

// SeenUntil is seenUntil, for tests.
var SeenUntil = seenUntil

// UserErrors is userErrors of a mutation about a document.
func UserErrors(ctx context.Context, err error) ([]model.ErrorDeUsuario, error) {
	return userErrors[model.ErrorDeUsuario](ctx, err, documentoNoEncontrado)
}

// Table is what is known of a type that is written in one go.
type Table interface {
	Table() (name string, written, rest []string)
}

// Tables are all of them.
var Tables = []Table{documentos, documentoType, emisorType, cargas, cargaType, eliminaciones, eliminacionType, peopleType, aprobacionType, avanceType, fallaType, cambioType, eventos, eventoType, recursoType, actorType, datoType, novedadType}
