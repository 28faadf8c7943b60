package rest

import (
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// The prices: a request is that of an operation of GraphQL, a row that of five of its fields. It takes the
// processor less, and says more.
const (
	requestPrice = 50
	rowPrice     = 5
)

// exchange is a request that was let in.
type exchange struct {
	*http.Request

	quien auth.Principal
	media string
	asks  request
	left  quota.Status // of the budget
	leave func()
}

// admit lets a request in, or says why not: memory, page, token, form, budget.
func (f *Face) admit(w http.ResponseWriter, r *http.Request) (*exchange, *reply.Problem) {
	d := f.cfg.Door
	if short := d.Budget.CheckMemory(shed.Request); short != nil {
		return nil, reply.ProblemOf(short)
	}
	media, unacceptable := reply.NegotiateAmong(r, d.Limits.Header, []string{reply.JSON, csvMedia, linesMedia})
	ctx, p := d.Authenticate(r)
	if p != nil {
		p.Last = d.Budget.DelayRefusal(ctx, string(p.Err.Code))
		return nil, p
	}
	quien, err := auth.Require(ctx) // whatever else is wrong with it
	if err != nil {
		d.Budget.ChargeRefusal(ctx, budget.Request, len(r.URL.RawQuery))
		return nil, reply.ProblemOf(d.Presenter.Fault(ctx, err))
	}
	if p = unacceptable; p == nil {
		p = bodiless(r)
	}
	asks, wrong := readRequest(r.URL.RawQuery, r.PathValue(pOperador))
	if wrong == nil && media != reply.JSON && asks.part.Orden == auditoria.Descendente {
		wrong = fault.Plain(fault.BadUserInput).WithCampo(pOrder, "una exportación va del más antiguo al más reciente")
	}
	if p == nil && wrong != nil {
		p = reply.ProblemOf(wrong)
	}
	if p == nil && media != reply.JSON {
		if short := d.Verifier.CheckSignIn(ctx, act.Exportar); short != nil {
			p = reply.ProblemOf(short)
		}
	}
	if p != nil {
		d.Budget.ChargeRefusal(ctx, budget.Request, len(r.URL.RawQuery))
		p.Last = d.Budget.DelayRefusal(ctx, string(p.Err.Code))
		return nil, p
	}
	leave, busy := d.Budget.Enter(ctx)
	var left quota.Status
	if busy == nil {
		left, busy = d.Budget.Charge(ctx, priceOf(media, asks.part))
	}
	if busy != nil {
		leave()
		d.Budget.Tell(w.Header(), left)
		p := reply.ProblemOf(busy)
		p.Last = d.Budget.DelayRefusal(ctx, string(busy.Code))
		return nil, p
	}
	return &exchange{r.WithContext(ctx), quien, media, asks, left, leave}, nil
}

// priceOf is what a request costs before it is looked at: an export pays for its rows as it goes.
func priceOf(media string, part auditoria.Tramo) int {
	if media != reply.JSON {
		return requestPrice
	}
	return requestPrice + rowPrice*min(max(part.Limite, 0), auditoria.Paginas.Max)
}

// bodiless refuses a GET with a body, which has no meaning (RFC 9110 §9.3.1).
func bodiless(r *http.Request) *reply.Problem {
	if r.ContentLength == 0 {
		return nil
	}
	return reply.BadRequest("Un GET no lleva cuerpo.")
}
