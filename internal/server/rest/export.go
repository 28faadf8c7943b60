package rest

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// exportBytes is what an export holds at a time: a run of events, and its text.
const exportBytes = 1 << 20

// export is one that is being sent.
type export struct {
	f     *Face
	x     *exchange
	w     http.ResponseWriter
	rc    *http.ResponseController
	as    format
	tab   *quota.Tab
	paid  int // of the tab
	begun bool
	buf   []byte
	out   *budget.Outgoing
	end   context.CancelCauseFunc
}

// Why an export is cut off.
var (
	errDenied   = errors.New("the token was taken out of use")
	errStopping = errors.New("the server stops")
)

// Drain implements drain.Connection: the client goes on elsewhere, with the last cursor that it has.
func (e *export) Drain() { e.end(errStopping) }

// Cut ends it.
func (e *export) Cut() { e.end(errStopping) }

// Deny ends it if its caller is denied.
func (e *export) Deny(denied func(context.Context) bool) {
	if denied(e.x.Context()) {
		e.end(errDenied)
	}
}

// export streams the trail. What ends it before its end cuts the connection: a file that looks whole is whole.
func (f *Face) export(w http.ResponseWriter, x *exchange) {
	d := f.cfg.Door
	out, leave, full := f.placeFor(x.Context())
	if full != nil {
		f.fail(w, x.Request, full)
		return
	}
	defer leave()
	ctx, end := context.WithCancelCause(x.Context())
	defer end(nil)
	if left, ends := caller.TokenLeft(ctx, d.Clock()); ends {
		defer time.AfterFunc(left, func() { end(errDenied) }).Stop()
	}
	ctx, tab := quota.WithTab(ctx, math.MaxInt) // it pays as it goes
	e := &export{f: f, x: x, w: w, rc: http.NewResponseController(w), as: formats[x.media], tab: tab, out: out, end: end}
	if !d.Connections.Enter(e) {
		f.send(w, x.Request, reply.Stopping())
		return
	}
	defer d.Connections.Leave(e)
	e.Deny(d.Verifier.Denied)             // since its token was looked at
	_ = e.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests that end soon
	x.asks.part.Todo = !x.asks.limited
	err := f.cfg.Trail.Exportar(ctx, x.quien, x.asks.filter, x.asks.part, func(c auditoria.Corrida) error { return e.run(ctx, c) })
	if err == nil {
		err = e.begin()
	}
	if errors.Is(context.Cause(ctx), errDenied) && !e.begun {
		err = caller.Revoked()
	}
	e.finish(err)
}

// placeFor takes a place among the connections of the caller, and room for what an export holds.
func (f *Face) placeFor(ctx context.Context) (out *budget.Outgoing, leave func(), _ *fault.Error) {
	b := f.cfg.Door.Budget
	if short := b.Room(shed.File); short != nil {
		return nil, nil, short
	}
	disconnect, tooMany := b.Connect(ctx)
	if tooMany != nil {
		return nil, nil, tooMany
	}
	out, full := b.Answer(ctx, exportBytes)
	if full != nil {
		disconnect()
		return nil, nil, full
	}
	return out, func() { out.Release(); disconnect() }, nil
}

func (e *export) finish(err error) {
	switch {
	case err == nil:
	case !e.begun:
		e.f.fail(e.w, e.x.Request, err)
	default:
		panic(http.ErrAbortHandler)
	}
}

// begin sends the headers, once.
func (e *export) begin() error {
	if e.begun {
		return nil
	}
	e.begun = true
	h := e.w.Header()
	h.Set("Content-Type", e.x.media+e.as.parameters)
	h.Set("Content-Disposition", `attachment; filename="auditoria.`+e.as.suffix+`"`)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Add("Vary", "Accept")
	e.w.WriteHeader(http.StatusOK)
	return e.write(e.as.title())
}

// run sends some events, when they are paid for.
func (e *export) run(ctx context.Context, c auditoria.Corrida) error {
	if err := e.pay(ctx, len(c.Eventos)); err != nil || len(c.Eventos) == 0 {
		return err
	}
	if err := e.begin(); err != nil {
		return err
	}
	e.buf = e.buf[:0]
	for i, each := range c.Eventos {
		shown := eventOf(each)
		if i == len(c.Eventos)-1 {
			shown.Cursor = c.Cursor
		}
		var err error
		if e.buf, err = e.as.row(e.buf, shown); err != nil {
			return err
		}
	}
	return e.write(e.buf)
}

// pay takes the price of events, and of what was looked at for them. An export that is faster than its
// budget waits for it.
func (e *export) pay(ctx context.Context, events int) error {
	b := e.f.cfg.Door.Budget
	spent := e.tab.Spent()
	b.Owe(ctx, spent-e.paid)
	e.paid = spent
	for {
		_, overdrawn := b.Charge(ctx, events*rowPrice)
		if overdrawn == nil {
			return nil
		}
		if err := service.Pause(ctx, max(overdrawn.Espera, time.Second)); err != nil {
			return err
		}
	}
}

// write has the client read with the slowest speed at least.
func (e *export) write(bytes []byte) error {
	e.f.cfg.Door.Pace(e.w, len(bytes))
	defer e.out.Sends(reply.Cut(e.w))()
	if _, err := e.w.Write(bytes); err != nil {
		return err
	}
	if err := e.rc.Flush(); err != nil {
		return err
	}
	_ = e.rc.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream when its deadline passes, also between two writes
	return nil
}
