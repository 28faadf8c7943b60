package resolvers

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// inTheRow are the fields of a Documento that its row in an index has, and the issuer, of whom the row says whether there
// is one. Every other one is of the whole document, which is a second read.
var inTheRow = append(slices.Collect(maps.Keys(together(ofFila, ofEmisor))), "__typename")

// detalle reads the attributes of a row that are not in the narrow index; nil if the document
// is gone.
func detalle(ctx context.Context, f *documento.Fila) (*documento.Documento, error) {
	return load(ctx, loadersFrom(ctx).documentos(), f.Clave())()
}

// presentes reads the whole documents of a page that is asked for more than its rows; nil
// if it is not. The fields find what was read here, be it the reason why nothing could be:
// a page and its fields never differ about what there is.
func presentes(ctx context.Context) documento.Presentes {
	if !encode.Kept(ctx, "details", func() bool { return graph.SelectsBeyond(ctx, inTheRow) }) {
		return nil
	}
	return func(ctx context.Context, filas []documento.Fila) []documento.Fila {
		from := loadersFrom(ctx).documentos()
		asked := make([]func() (*documento.Documento, error), len(filas))
		for i := range filas {
			asked[i] = from.Load(ctx, filas[i].Clave())
		}
		from.Flush() // these are all
		var living []documento.Fila
		for i, read := range asked {
			if _, err := read(); !errors.Is(err, fault.NotFound) {
				living = append(living, filas[i])
			}
		}
		return living
	}
}
