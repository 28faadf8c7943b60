package resolvers

import "github.com/carpeta-ciudadana/servidor/graph/model"

// SeenUntil is seenUntil, for tests.
var SeenUntil = seenUntil

// UserErrors is userErrors of a mutation about a document.
func UserErrors(err error) ([]model.ErrorDeUsuario, error) {
	return userErrors[model.ErrorDeUsuario](err, documentoNoEncontrado)
}
