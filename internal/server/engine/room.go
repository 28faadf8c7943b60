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

// sizedAnswer limits the size of an answer while it is written, and counts it as it grows and when it is whole.
type sizedAnswer struct {
	*encode.Room

	out     *budget.Outgoing // nil: an answer to an event, which Engine.count counts
	most    int              // KiB
	mutates bool
	full    *fault.Error // the budget has no room for it
}

// newSizedAnswer is for an answer that is counted in out.
func newSizedAnswer(out *budget.Outgoing, opCtx *graphql.OperationContext, most, expected int) *sizedAnswer {
	g := &sizedAnswer{out: out, most: most, mutates: opCtx.Operation.Operation == ast.Mutation}
	g.Room = encode.NewRoom(most<<10, max(expected, budget.FreeBytes), g.count)
	return g
}

// newEventAnswer is for an answer to an event.
func newEventAnswer(most int) *sizedAnswer {
	return &sizedAnswer{most: most, Room: encode.NewRoom(most<<10, most<<10, nil)}
}

// count counts the bytes that the answer has; false if there is no room for them. The answer of a mutation always has room up
// to the largest size, because its work is done.
func (g *sizedAnswer) count(bytes int) bool {
	switch {
	case g.out == nil:
	case g.mutates:
		g.out.ForceResize(bytes)
	default:
		g.full = g.out.Resize(bytes)
	}
	return g.full == nil
}

// finish is the answer, or the error why it was not written to its end. It frees the room that was expected and not needed.
func (g *sizedAnswer) finish(ctx context.Context, p present.Presenter, resp *graphql.Response) *graphql.Response {
	if g.full == nil && (g.Over() || len(resp.Data) > g.most<<10) {
		resp = p.Failure(ctx, g.tooLong())
		resp.Data = json.RawMessage("null") // it has run
	}
	if g.full == nil && g.count(len(resp.Data)) {
		return resp
	}
	g.out.ForceResize(0)
	return p.Failure(ctx, g.full)
}

func (g *sizedAnswer) tooLong() *fault.Error {
	if g.mutates {
		return fault.Newf(fault.QueryTooComplex, "La operación se hizo, pero su respuesta ocupa más de %d KiB.", g.most).
			WithRecuperacion("No la repita: consulte lo que hizo, y pida menos de ello.")
	}
	return fault.Newf(fault.QueryTooComplex, "La respuesta ocupa más de %d KiB.", g.most).
		WithRecuperacion("Pida páginas más pequeñas, menos campos o nombres más cortos.")
}
