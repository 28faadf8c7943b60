package sse

import (
	"context"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// An event of one deletion has its secuencia as id, and one of a carpeta's news, or of a look at it, its
// cursor, if the client selected it. Browsers send the last id when they come back: the stream goes on
// after it, as with the argument despuesDe.

// resumeBy are the fields that are ids, by the subscription.
var resumeBy = map[string]string{"eliminacion": "secuencia", "novedadesDeCarpeta": "cursor", "accesosDeCarpeta": "cursor"}

// resumed reads Last-Event-ID. What is not from us is ignored: the client then gets the present state.
func resumed(ctx context.Context, lastEventID string) context.Context {
	seen, err := strconv.ParseInt(lastEventID, 10, 64)
	if err != nil || seen < 0 {
		return hub.WithCursor(ctx, lastEventID)
	}
	return hub.WithResume(ctx, seen)
}

// idOf tells the id of an event; "" for those without, and for an event that an error
// turned into null.
type idOf func(event any, told bool) string

// eventIDs reads of an operation which of its events have ids. It keeps nothing of it.
func eventIDs(opCtx *graphql.OperationContext) idOf {
	chosen := false
	for root, field := range resumeBy {
		r := named(opCtx.Operation.SelectionSet, root)
		chosen = chosen || r != nil && named(r.SelectionSet, field) != nil
	}
	return func(event any, told bool) string {
		if !chosen || !told {
			return ""
		}
		switch e := event.(type) {
		case *eliminacion.Eliminacion:
			return strconv.FormatInt(e.Secuencia, 10)
		case *eliminacion.Novedad:
			return e.Cursor
		case *auditoria.AccesoNuevo:
			return e.Cursor
		}
		return ""
	}
}

// named finds a field in a selection, through fragments.
func named(set ast.SelectionSet, name string) *ast.Field {
	for _, s := range set {
		var found *ast.Field
		switch s := s.(type) {
		case *ast.Field:
			if s.Name == name {
				return s
			}
		case *ast.InlineFragment:
			found = named(s.SelectionSet, name)
		case *ast.FragmentSpread:
			found = named(s.Definition.SelectionSet, name)
		}
		if found != nil {
			return found
		}
	}
	return nil
}
