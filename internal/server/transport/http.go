package transport

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// serveRequest answers POST and GET: one response, or an event stream.
func (a *API) serveRequest(w http.ResponseWriter, r *http.Request) {
	start := a.cfg.Clock()
	media := negotiate(r)
	ctx, params, p := a.receive(w, r, media)
	if p != nil {
		a.observe(nil, string(p.err.Code), start)
		a.hold(ctx, string(p.err.Code))
		a.sendProblem(w, r, media, p)
		return
	}
	opCtx, errs := a.prepare(ctx, params)
	if len(errs) > 0 {
		a.observe(nil, codeOf(errs), start)
		a.hold(ctx, codeOf(errs))
		send(w, jsonMedia(media), refusedStatus(media, errs), &graphql.Response{Errors: errs})
		return
	}
	if p := checkTransport(r.Method, media, opCtx); p != nil {
		a.observe(opCtx, string(p.err.Code), start)
		a.sendProblem(w, r, media, p)
		return
	}
	if media == mediaEvents {
		a.serveEvents(ctx, w, r, opCtx)
		return
	}
	resp := a.respondOnce(ctx, opCtx)
	a.observe(opCtx, codeOf(resp.Errors), start)
	if resp.Data == nil {
		a.hold(ctx, codeOf(resp.Errors))
	}
	send(w, media, executedStatus(resp), resp)
}

// receive reads everything of the request that is not GraphQL yet. The context
// is good for whose request it was, also if there is a problem.
func (a *API) receive(w http.ResponseWriter, r *http.Request, media string) (context.Context, *graphql.RawParams, *problem) {
	ctx, p := a.authenticate(r)
	if p != nil {
		if p.err.Code != fault.Unavailable { // then it may be good
			a.strike(r.Context(), refusedToken, 0)
		}
		return r.Context(), nil, p
	}
	if err := a.spent(ctx); err != nil {
		return ctx, nil, problemOf(err)
	}
	if media == "" {
		a.strike(ctx, refusedRequest, 0)
		return ctx, nil, notAcceptable()
	}
	params, size, p := a.readRequest(ctx, w, r)
	if p != nil {
		a.strike(ctx, refusedRequest, size)
	}
	return ctx, params, p
}

func notAcceptable() *problem {
	return &problem{
		status: http.StatusNotAcceptable,
		err:    fault.New(fault.BadUserInput, "Se responde en "+mediaGraphQL+", "+mediaJSON+" o "+mediaEvents+"."),
	}
}

// checkTransport refuses what may not come this way.
func checkTransport(method, media string, opCtx *graphql.OperationContext) *problem {
	switch kind := opCtx.Operation.Operation; {
	case kind == ast.Mutation && method == http.MethodGet:
		return methodNotAllowed("POST", "Las mutaciones se envían con POST.")
	case kind == ast.Subscription && media != mediaEvents:
		return badRequest("Las suscripciones van por WebSocket (graphql-transport-ws) o con Accept: text/event-stream.")
	default:
		return nil
	}
}

func jsonMedia(media string) string {
	if media == mediaEvents {
		return mediaJSON
	}
	return media
}

// refusedStatus is the status of a request error: its code's. Clients that ask
// for application/json see 200 with any well-formed request, as they always did;
// but 429 whatever they ask for, for the libraries that wait.
func refusedStatus(media string, errs gqlerror.List) int {
	code := fault.Code(codeOf(errs))
	info, own := fault.Table[code]
	switch {
	case media == mediaJSON && code != fault.RateLimited:
		return http.StatusOK
	case own:
		return info.Status
	default:
		return http.StatusBadRequest
	}
}

// executedStatus is 200 once execution began, whatever it found.
func executedStatus(resp *graphql.Response) int {
	switch {
	case resp.Data != nil:
		return http.StatusOK
	case codeOf(resp.Errors) == string(fault.RateLimited):
		return http.StatusTooManyRequests
	default:
		return http.StatusServiceUnavailable
	}
}
