package httpserver

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// invalid is the kind of what never became an operation, in the metrics.
const invalid = "invalid"

// prepare turns a request into an operation that is safe to run, or into the
// errors to show. Every transport comes through here.
func (a *API) prepare(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	opCtx, errs := a.admit(ctx, params)
	if len(errs) > 0 {
		return nil, a.errors.presentAll(ctx, errs, a.cfg.Limits.Errors)
	}
	return opCtx, nil
}

func (a *API) admit(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	doc, errs := a.docs.load(params.Query)
	if len(errs) > 0 {
		return nil, errs
	}
	if doc.Operations.ForName(params.OperationName) == nil {
		return nil, refused(gqlerror.Errorf("the document has no such operation, or several and operationName chooses none"), errcode.ValidationFailed)
	}
	ctx = graphql.StartOperationTrace(withDocument(ctx, doc))
	opCtx, errs := a.exec.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		for _, e := range errs {
			e.Err = nil // the variables' types: the client's fault, whatever the cause
		}
		return nil, errs
	}
	if err := checkVariables(a.docs.schema, opCtx); err != nil {
		return nil, gqlerror.List{err}
	}
	if err := checkCost(opCtx, a.cfg.Limits.Cost); err != nil {
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	opCtx.DisableIntrospection = !a.cfg.Introspection
	return opCtx, nil
}

func isSubscription(opCtx *graphql.OperationContext) bool {
	return opCtx.Operation.Operation == ast.Subscription
}

// observe counts an operation that ended.
func (a *API) observe(opCtx *graphql.OperationContext, code string, since time.Time) {
	kind := invalid
	if opCtx != nil {
		kind = string(opCtx.Operation.Operation)
	}
	a.cfg.Metricas.ObserveRequest(kind, code, a.cfg.Reloj().Sub(since))
}
