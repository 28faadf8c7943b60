package sse

import (
	"context"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// An event of one deletion has its secuencia as id, if the client selected it.
// Browsers send the last id when they come back: the stream goes on after it, as
// with the argument despuesDe.

const resumable, resumeBy = "eliminacion", "secuencia"

// resumed reads Last-Event-ID. Anything but a number of ours is not from us, and
// is ignored: the client then gets the present state.
func resumed(ctx context.Context, lastEventID string) context.Context {
	seen, err := strconv.ParseInt(lastEventID, 10, 64)
	if err != nil || seen < 0 {
		return ctx
	}
	return hub.WithResume(ctx, seen)
}

// idOf tells the id of an event; "" for those without, and for an event that an error
// turned into null.
type idOf func(*eliminacion.Eliminacion, *graphql.Response) string

// eventIDs reads of an operation which of its events have ids. It keeps nothing of it.
func eventIDs(opCtx *graphql.OperationContext) idOf {
	root := named(opCtx.Operation.SelectionSet, resumable)
	numbered := root != nil && named(root.SelectionSet, resumeBy) != nil
	return func(e *eliminacion.Eliminacion, resp *graphql.Response) string {
		if !numbered || len(resp.Data) == 0 || string(resp.Data) == "null" {
			return ""
		}
		return strconv.FormatInt(e.Secuencia, 10)
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
