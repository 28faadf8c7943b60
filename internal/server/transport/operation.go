package transport

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// invalid is the kind of what never became an operation, in the metrics.
const invalid = "invalid"

// prepare turns a request into an operation that is safe to run and paid for, or
// into the errors to show. Every transport comes through here.
func (a *API) prepare(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	opCtx, price, errs := a.admit(ctx, params)
	if len(errs) > 0 {
		return nil, a.refuse(ctx, params, errs)
	}
	budget, overdrawn := a.charge(ctx, price)
	if overdrawn != nil {
		return nil, a.errors.presentAll(ctx, gqlerror.List{gqlerror.Wrap(overdrawn)}, 1)
	}
	opCtx.Stats.SetExtension(budgetKey, budget)
	return opCtx, nil
}

// refuse presents why there is no operation, and charges for it. A budget that
// does not suffice is no fault, and asking for a document by its hash is how
// persisted queries begin.
func (a *API) refuse(ctx context.Context, params *graphql.RawParams, errs gqlerror.List) gqlerror.List {
	shown := a.errors.presentAll(ctx, errs, a.cfg.Limits.Errors)
	switch fault.Code(codeOf(shown)) {
	case fault.RateLimited, fault.Unavailable, fault.PersistedQueryNotFound:
	default:
		a.strike(ctx, refusedDocument, len(params.Query))
	}
	return shown
}

// admit loads the document and binds its variables; it returns the price too.
func (a *API) admit(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, int, gqlerror.List) {
	teaches, err := a.persisted.resolve(ctx, params)
	if err != nil {
		return nil, 0, gqlerror.List{gqlerror.Wrap(err)}
	}
	doc, errs := a.document(ctx, params.Query)
	if len(errs) > 0 {
		return nil, 0, errs
	}
	a.persisted.learn(teaches, params.Query)
	if doc.Operations.ForName(params.OperationName) == nil {
		return nil, 0, refused(gqlerror.Errorf("the document has no such operation, or several and operationName chooses none"), errcode.ValidationFailed)
	}
	ctx = graphql.StartOperationTrace(withDocument(ctx, doc))
	opCtx, errs := a.exec.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		for _, e := range errs {
			e.Err = nil // the variables' types: the client's fault, whatever the cause
		}
		return nil, 0, errs
	}
	if err := checkVariables(a.docs.schema, opCtx); err != nil {
		return nil, 0, gqlerror.List{err}
	}
	if err := checkNulls(opCtx); err != nil {
		return nil, 0, gqlerror.List{err}
	}
	if errs := checkSingleRoot(opCtx); len(errs) > 0 {
		return nil, 0, errs
	}
	price, tooMuch := priceOf(opCtx, a.cfg.Limits.Cost)
	if tooMuch != nil {
		return nil, 0, gqlerror.List{gqlerror.Wrap(tooMuch)}
	}
	opCtx.DisableIntrospection = !a.cfg.Introspection
	return opCtx, price, nil
}

func isSubscription(opCtx *graphql.OperationContext) bool {
	return opCtx.Operation.Operation == ast.Subscription
}

// kindOf is query, mutation or subscription.
func kindOf(opCtx *graphql.OperationContext) string { return string(opCtx.Operation.Operation) }

// observe counts an operation that ended; nil is one that never became one.
func (a *API) observe(opCtx *graphql.OperationContext, code string, since time.Time) {
	kind := ""
	if opCtx != nil {
		kind = kindOf(opCtx)
	}
	a.observeKind(kind, code, since)
}

func (a *API) observeKind(kind, code string, since time.Time) {
	if kind == "" {
		kind = invalid
	}
	a.cfg.Metrics.ObserveRequest(kind, code, a.cfg.Clock().Sub(since))
}
