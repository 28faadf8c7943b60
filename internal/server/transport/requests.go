package transport

import (
	"context"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
	"github.com/carpeta-ciudadana/servidor/internal/server/sse"
)

// requests answers POST and GET: one response, or an event stream.
type requests struct {
	engine    *engine.Engine
	budget    *budget.Budget
	door      *door.Door
	presenter present.Presenter
	streams   *sse.Streams
	limits    limits.Limits
	clock     func() time.Time
}

func (rs *requests) serve(w http.ResponseWriter, r *http.Request) {
	start := rs.clock()
	if short := rs.budget.CheckMemory(shed.Request); short != nil {
		rs.engine.Observe(r.Context(), admission.Asked{}, string(short.Code), start)
		reply.ProblemOf(short).Send(w, r, reply.JSON, rs.presenter)
		return
	}
	media, unacceptable := reply.Negotiate(r, rs.limits.Header)
	ctx, params, counted, p := rs.receive(w, r, unacceptable)
	defer counted.Release()
	if p != nil {
		rs.engine.Observe(ctx, admission.Asked{}, string(p.Err.Code), start)
		p.Last = rs.budget.DelayRefusal(ctx, string(p.Err.Code))
		p.Send(w, r, media, rs.presenter)
		return
	}
	opCtx, errs := rs.engine.Prepare(ctx, params)
	if len(errs) > 0 {
		code := present.CodeOf(errs)
		rs.engine.Observe(ctx, admission.Asked{}, code, start)
		rs.delayRefusal(ctx, w, code)
		if code == string(fault.RateLimited) {
			rs.budget.Tell(w.Header(), rs.budget.Left(ctx))
		}
		rs.refuse(w, media, &graphql.Response{Errors: errs})
		return
	}
	if p := checkTransport(r.Method, media, opCtx); p != nil {
		rs.engine.Observe(ctx, admission.AskedBy(opCtx), string(p.Err.Code), start)
		p.Send(w, r, media, rs.presenter)
		return
	}
	if media == reply.Events {
		counted.Release() // a stream counts what it keeps of its request
		rs.streams.Serve(ctx, w, r, opCtx)
		return
	}
	resp, unsent := rs.engine.Respond(ctx, opCtx)
	defer unsent.Sent()
	if status, ok := admission.StatusOf(opCtx); ok {
		rs.budget.Tell(w.Header(), status)
	}
	code := present.CodeOf(resp.Errors)
	rs.engine.Observe(ctx, admission.AskedBy(opCtx), code, start)
	if resp.Data == nil {
		rs.delayRefusal(ctx, w, code)
	}
	rs.door.SetWriteDeadline(w, len(resp.Data))
	defer unsent.StartSending(reply.Cut(w))()
	reply.Send(w, media, statusOfExecuted(resp.Data != nil, code), resp)
}

// delayRefusal delays a refusal that is one of too many, or ends its connection with it.
func (rs *requests) delayRefusal(ctx context.Context, w http.ResponseWriter, code string) {
	if rs.budget.DelayRefusal(ctx, code) {
		reply.CloseConnection(w)
	}
}

// refuse answers an operation that may not run. A client that accepts an event stream gets one, because a browser's
// EventSource reads no other answer. But rate limits and failures of the server are statuses of HTTP, for clients that
// retry.
func (rs *requests) refuse(w http.ResponseWriter, media string, resp *graphql.Response) {
	code := present.CodeOf(resp.Errors)
	if media == reply.Events && !mayRetry(code) {
		rs.streams.Refuse(w, resp)
		return
	}
	reply.Send(w, jsonMedia(media), statusOfRefused(media, code), resp)
}

// receive authenticates and reads a request. The context knows its sender also if there is a problem.
func (rs *requests) receive(w http.ResponseWriter, r *http.Request, unacceptable *reply.Problem) (context.Context, *graphql.RawParams, *budget.Incoming, *reply.Problem) {
	ctx, p := rs.door.Authenticate(r)
	counted := rs.budget.Receive(new(budget.Allowance))
	if p != nil {
		return ctx, nil, counted, p
	}
	if unacceptable != nil {
		rs.budget.ChargeRefusal(ctx, budget.Request, 0)
		return ctx, nil, counted, unacceptable
	}
	params, size, p := rs.read(ctx, w, r, counted)
	if p != nil {
		rs.budget.ChargeRefusal(ctx, budget.Request, size)
	}
	return ctx, params, counted, p
}

// read reads the operation from a GET's query string or a POST's body; size is how many bytes that has, read or not.
func (rs *requests) read(ctx context.Context, w http.ResponseWriter, r *http.Request, counted *budget.Incoming) (_ *graphql.RawParams, size int, _ *reply.Problem) {
	if r.Method == http.MethodGet {
		if r.ContentLength != 0 {
			return nil, 0, bodyOfGet(w, rs.clock())
		}
		params, p := readQuery(r.URL.RawQuery, rs.limits.Values)
		return params, len(r.URL.RawQuery), p
	}
	if p := checkContentType(r, rs.limits.Header); p != nil {
		return nil, 0, p
	}
	text, p := body{rs.limits, counted, rs.clock}.read(ctx, w, r)
	if p != nil {
		return nil, int(max(int64(len(text)), r.ContentLength)), p
	}
	params, wrong := rs.engine.Decode(ctx, text)
	if wrong != nil {
		p = reply.ProblemOf(wrong)
	}
	return params, len(text), p
}

// checkTransport refuses a mutation by GET, and a subscription whose client accepts no event stream.
func checkTransport(method, media string, opCtx *graphql.OperationContext) *reply.Problem {
	switch kind := opCtx.Operation.Operation; {
	case kind == ast.Mutation && method == http.MethodGet:
		return reply.MethodNotAllowed("POST", "Las mutaciones se envían con POST.")
	case kind == ast.Subscription && media != reply.Events:
		return reply.BadRequest("Las suscripciones van por WebSocket (graphql-transport-ws) o con Accept: text/event-stream.")
	default:
		return nil
	}
}

func jsonMedia(media string) string {
	if media == reply.Events {
		return reply.JSON
	}
	return media
}

// mayRetry reports whether the same operation may succeed later.
func mayRetry(code string) bool {
	switch fault.Code(code) {
	case fault.RateLimited, fault.Unavailable, fault.Unauthenticated, fault.Internal:
		return true
	default:
		return false
	}
}

// statusOfRefused is the status of a request error. Clients that accept application/json get 200 for any well-formed request,
// as they always did; but all get 429 and 503, for libraries that retry, and 401 with what RFC 9470 says in a header.
func statusOfRefused(media, text string) int {
	code := fault.Code(text)
	info, own := fault.Table[code]
	switch {
	case media == reply.JSON && code != fault.RateLimited && code != fault.Unavailable && code != fault.InsufficientAuthentication:
		return http.StatusOK
	case own:
		return info.Status
	default:
		return http.StatusBadRequest
	}
}

// statusOfExecuted is 200 if execution began, also with errors.
func statusOfExecuted(begun bool, code string) int {
	switch {
	case begun:
		return http.StatusOK
	case code == string(fault.RateLimited):
		return http.StatusTooManyRequests
	default:
		return http.StatusServiceUnavailable
	}
}
