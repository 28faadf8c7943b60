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

// resumeBy names the field that is the id of an event, by the subscription: an event has an id if the client selected that
// field. Browsers send the last id when they reconnect, and the stream goes on after it, as with the argument despuesDe.
var resumeBy = map[string]string{"eliminacion": "secuencia", "novedadesDeCarpeta": "cursor", "accesosDeCarpeta": "cursor"}

// resumed reads Last-Event-ID. An id that this server has not made is ignored: the client gets the current state.
func resumed(ctx context.Context, lastEventID string) context.Context {
	seen, err := strconv.ParseInt(lastEventID, 10, 64)
	if err != nil || seen < 0 {
		return hub.WithCursor(ctx, lastEventID)
	}
	return hub.WithResume(ctx, seen)
}

// idOf is the id of an event; "" for one without, and for one that has no data because of an error.
type idOf func(event any, hasData bool) string

// eventIDs finds out whether the events of an operation have ids. It keeps no reference to the operation.
func eventIDs(opCtx *graphql.OperationContext) idOf {
	chosen := false
	for root, field := range resumeBy {
		r := named(opCtx.Operation.SelectionSet, root)
		chosen = chosen || r != nil && named(r.SelectionSet, field) != nil
	}
	return func(event any, hasData bool) string {
		if !chosen || !hasData {
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
