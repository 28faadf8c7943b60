package engine

import (
	"context"
	"encoding/json"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// growing is an answer while it is written: it is counted as it grows, and none is longer than it may be.
type growing struct {
	*encode.Room

	most    int // KiB
	mutates bool
	full    *fault.Error // why the budget has no room for it
}

// growingIn counts an answer in the budget. What a mutation did must be told, so it has room up to the longest answer.
func growingIn(out *budget.Outgoing, opCtx *graphql.OperationContext, most, expected int) *growing {
	g := &growing{most: most, mutates: opCtx.Operation.Operation == ast.Mutation}
	g.Room = encode.NewRoom(most<<10, max(expected, budget.FreeBytes), func(bytes int) bool {
		if g.mutates {
			out.Take(bytes)
			return true
		}
		g.full = out.Fits(bytes)
		return g.full == nil
	})
	return g
}

// alone is an answer to an event, which is counted when it is there.
func alone(most int) *growing {
	return &growing{most: most, Room: encode.NewRoom(most<<10, most<<10, nil)}
}

// whole is the answer, or why it was not written to its end.
func (g *growing) whole(ctx context.Context, p present.Presenter, resp *graphql.Response) *graphql.Response {
	if g.full != nil {
		return p.Failure(ctx, g.full)
	}
	if !g.Over() && len(resp.Data) <= g.most<<10 {
		return resp
	}
	resp = p.Failure(ctx, g.tooLong())
	resp.Data = json.RawMessage("null") // it has run
	return resp
}

func (g *growing) tooLong() *fault.Error {
	if g.mutates {
		return fault.Newf(fault.QueryTooComplex, "La operación se hizo, pero su respuesta ocupa más de %d KiB.", g.most).
			WithRecuperacion("No la repita: consulte lo que hizo, y pida menos de ello.")
	}
	return fault.Newf(fault.QueryTooComplex, "La respuesta ocupa más de %d KiB.", g.most).
		WithRecuperacion("Pida páginas más pequeñas, menos campos o nombres más cortos.")
}
