package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// What is read beside the values of an answer. The resolvers of the same fields ask the same functions.

func begin(ctx context.Context) { loadersFrom(ctx).flush() }

// source reads with the loaders of a response.
func source[T, U any](from func(context.Context, *T) later[*U]) *encode.Source[T, U] {
	return &encode.Source[T, U]{Load: func(ctx context.Context, v *T) func() (*U, error) { return from(ctx, v) }, Begin: begin}
}

// decided is a source of which nothing is read: it depends on the caller.
func decided[T, U any](of func(context.Context, *T) (*U, error)) *encode.Source[T, U] {
	return &encode.Source[T, U]{Load: func(ctx context.Context, v *T) func() (*U, error) {
		return func() (*U, error) { return of(ctx, v) }
	}}
}

// A document and its deletion have each other.
func init() {
	documentoType.Fields["eliminacion"] = encode.Beside(details, encode.Beside(source(eliminacionOf), eliminacionType.Itself()))
	eliminacionType.Fields["documento"] = encode.Beside(source(documentoOf), documentoType.Itself())
}

// details are the whole documents of rows.
var details = source(func(ctx context.Context, f *fila) later[*whole] {
	return load(ctx, loadersFrom(ctx).documentos(), f.Clave())
})

// issued are the whole documents of rows that an entity issued.
var issued = source(func(ctx context.Context, f *fila) later[*whole] {
	if f.EmisorID == "" {
		return nothing[whole]
	}
	return load(ctx, loadersFrom(ctx).documentos(), f.Clave())
})

// memories are what the caller may know of the documents of deletions.
var memories = source(rememberedOf)

// nothing is there.
func nothing[T any]() (*T, error) { return nil, nil }

// eliminacionOf is the deletion that locks a document.
func eliminacionOf(ctx context.Context, d *whole) later[*saga] {
	if d.EliminacionID == "" {
		return nothing[saga]
	}
	return loadEliminacion(ctx, d.EliminacionID)
}

// documentoOf is the document of a saga, if it is there still, and if the caller may see it: an operador that asks for a
// deletion sees no document.
func documentoOf(ctx context.Context, e *saga) later[*fila] {
	return loadDocumento(ctx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID})
}

// globalIDOf is the id of a saga's document. A caller that may not read folders may not read their content.
func globalIDOf(ctx context.Context, e *saga) later[*string] {
	visible := loadCarpeta(ctx, e.CarpetaID)
	return func() (*string, error) {
		c, err := visible()
		if c == nil {
			return nil, err
		}
		return new(documento.Fila{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}.ID()), nil
	}
}

// goneIDOf is the same of a document that is gone.
func goneIDOf(ctx context.Context, e *saga) later[*string] {
	if e.Estado != eliminacion.Completada {
		return nothing[string]
	}
	return globalIDOf(ctx, e)
}

// rememberedOf is what the caller may know of a saga's document. An event that was made of a message brings nothing of it
// along: it stands in the item only.
func rememberedOf(ctx context.Context, e *saga) later[*recuerdo] {
	stored := func() (*saga, error) { return e, nil }
	if e.Recuerdo == nil {
		stored = loadEliminacion(ctx, e.EventoID)
	}
	return func() (*recuerdo, error) {
		found, err := stored()
		if found == nil {
			return nil, err
		}
		return loadersFrom(ctx).remembered(ctx, *found)
	}
}

// peopleOf are for auditors. Others ask for the same deletion: null for them, and no error.
func peopleOf(ctx context.Context, e *saga) (*eliminacion.Auditoria, error) {
	return asCaller(ctx, func(quien auth.Principal) (*eliminacion.Auditoria, error) {
		if mayAudit := auth.MayAudit(quien.Quiet()) == nil; !mayAudit {
			return nil, nil
		}
		return new(e.Auditoria()), nil
	})
}

// shownIn is the document that news are about, as it is now; none if it is in no list because it is in the bin.
func shownIn(ctx context.Context, n *novedad) later[*fila] {
	if n.Clave.DocumentoID == "" {
		return nothing[fila]
	}
	read := load(ctx, loadersFrom(ctx).documentos(), n.Clave)
	return func() (*fila, error) {
		d, err := read()
		if d == nil || d.EnPapelera() {
			return nil, err
		}
		return &d.Fila, nil
	}
}

// totalIn is how many documents the carpeta of news has now.
func totalIn(ctx context.Context, n *novedad) later[*int64] {
	return countIn(ctx, n, func(c *carpeta.Carpeta) *int64 { return &c.TotalDocumentos })
}

// binTotalIn is how many its bin has.
func binTotalIn(ctx context.Context, n *novedad) later[*int64] {
	return countIn(ctx, n, func(c *carpeta.Carpeta) *int64 { return &c.TotalPapelera })
}

func countIn(ctx context.Context, n *novedad, count func(*carpeta.Carpeta) *int64) later[*int64] {
	read := loadCarpeta(ctx, n.Clave.CarpetaID)
	return func() (*int64, error) {
		c, err := read()
		if c == nil {
			return nil, err
		}
		return count(c), nil
	}
}
