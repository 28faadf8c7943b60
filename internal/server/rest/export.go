package rest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// exportBytes is what a run of an export takes until its text is made: events, and the text.
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
	left  quota.Status
	begun bool
	done  func() // leaves the place that a run is read in
	out   *budget.Outgoing
	open  auditoria.Abierto // what its reader keeps for the next run; nil before the first one
	end   context.CancelCauseFunc
}

// Why an export is cut off.
var (
	errDenied   = errors.New("the token was taken out of use")
	errStopping = errors.New("the server stops")
	errUnread   = errors.New("the client left, or does not read")
)

// Drain implements drain.Connection: the client resumes at another process, with the last cursor that it has.
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
	leave, full := f.placeFor(x.Context())
	if full != nil {
		f.cfg.Observe("", string(full.Code), 0)
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
	e := &export{
		f: f, x: x, w: w, rc: http.NewResponseController(w), as: formats[x.media], tab: tab, left: x.left, end: end,
		out: d.Budget.Event(ctx), done: func() {},
	}
	defer e.out.Release()
	defer func() { e.done() }()
	if !d.Connections.Enter(e) {
		f.send(w, x.Request, reply.Stopping())
		return
	}
	defer d.Connections.Leave(e)
	e.Deny(d.Verifier.Denied)             // since its token was looked at
	_ = e.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests that end soon
	x.asks.part.Todo = !x.asks.limited
	err := e.ready(ctx)
	if err == nil {
		err = f.cfg.Trail.Exportar(ctx, x.quien, x.asks.filter, x.asks.part, func(c auditoria.Corrida) error { return e.run(ctx, c) })
	}
	if err == nil {
		err = e.begin()
	}
	if errors.Is(context.Cause(ctx), errDenied) && !e.begun {
		err = caller.Revoked()
	}
	f.cfg.Observe("", endOf(ctx, err), 0)
	e.finish(err)
}

// endOf is how an export ended, in the metrics. What its client ended, or goes on with elsewhere, ended well.
func endOf(ctx context.Context, err error) string {
	switch cause := context.Cause(ctx); {
	case err == nil, errors.Is(err, errUnread):
		return present.OK
	case errors.Is(cause, errDenied):
		return string(fault.Unauthenticated)
	case cause != nil: // the client left, or the server stops
		return present.OK
	default:
		return string(fault.CodeOf(err))
	}
}

// placeFor takes a place among the connections of the caller.
func (f *Face) placeFor(ctx context.Context) (leave func(), _ *fault.Error) {
	if short := f.cfg.Door.Budget.CheckMemory(shed.File); short != nil {
		return nil, short
	}
	return f.cfg.Door.Budget.Connect(ctx)
}

// ready takes a place to read a run in, and the room that it takes. Without them an export that has begun
// waits, and holds nothing.
func (e *export) ready(ctx context.Context) error {
	for {
		full := e.place(ctx)
		switch {
		case full == nil:
			return nil
		case !e.begun:
			return full
		case e.letGo():
			continue
		}
		if err := service.Pause(ctx, max(full.Espera, time.Second)); err != nil {
			return err
		}
	}
}

func (e *export) place(ctx context.Context) *fault.Error {
	b := e.f.cfg.Door.Budget
	done, late := b.Search(ctx, e.left)
	if late != nil {
		return late
	}
	if full := e.out.Resize(exportBytes + e.kept()); full != nil {
		done()
		return full
	}
	e.done = done
	return nil
}

// kept are the bytes that its reader keeps for the next run.
func (e *export) kept() int {
	if e.open == nil {
		return 0
	}
	return e.open.Retiene()
}

// letGo has its reader keep nothing: what waits holds nothing. It reports whether there was something.
func (e *export) letGo() bool {
	if e.kept() == 0 {
		return false
	}
	e.open.Close()
	e.out.ForceResize(0)
	return true
}

// count counts a text until it is sent, and what is kept for the next run, if there is room for that.
func (e *export) count(text int) {
	if e.kept() > 0 && e.out.Resize(text+e.kept()) != nil {
		e.open.Close()
	}
	e.out.ForceResize(text + e.kept())
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

// buffers are those of the texts of runs.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// run sends some events. While it is sent its text is held, and what is open of the archive, if there is room; nothing
// while the next one is waited for.
func (e *export) run(ctx context.Context, c auditoria.Corrida) error {
	events := len(c.Eventos)
	if err := e.send(c); err != nil {
		return err
	}
	if err := e.pay(ctx, events); err != nil {
		return err
	}
	return e.ready(ctx)
}

func (e *export) send(c auditoria.Corrida) error {
	buf := buffers.Get().(*[]byte) // nothing else is there
	defer buffers.Put(buf)
	var err error
	if *buf, err = e.text((*buf)[:0], c); err != nil {
		return err
	}
	e.done()
	e.open = c.Abierto
	e.count(len(*buf))
	defer e.count(0)
	if len(*buf) == 0 {
		return nil
	}
	if err := e.begin(); err != nil {
		return err
	}
	return e.write(*buf)
}

// text appends the rows of a run.
func (e *export) text(buf []byte, c auditoria.Corrida) (_ []byte, err error) {
	for i, each := range c.Eventos {
		shown := eventOf(each)
		if i == len(c.Eventos)-1 {
			shown.Cursor = c.Cursor
		}
		if buf, err = e.as.row(buf, shown); err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// pay takes the price of events, and of what was looked at for them. An export that is faster than its
// budget waits for it.
func (e *export) pay(ctx context.Context, events int) error {
	b := e.f.cfg.Door.Budget
	spent := e.tab.Spent()
	e.left = b.ForceCharge(ctx, spent-e.paid+events*rowPrice)
	e.paid = spent
	for {
		_, inDebt := b.Charge(ctx, 0)
		if inDebt == nil {
			return nil
		}
		e.letGo()
		if err := service.Pause(ctx, max(inDebt.Espera, time.Second)); err != nil {
			return err
		}
	}
}

// write has the client read with the slowest speed at least.
func (e *export) write(bytes []byte) error {
	e.f.cfg.Door.SetWriteDeadline(e.w, len(bytes))
	defer e.out.StartSending(reply.Cut(e.w))()
	if _, err := e.w.Write(bytes); err != nil {
		return fmt.Errorf("%w: %w", errUnread, err)
	}
	if err := e.rc.Flush(); err != nil {
		return fmt.Errorf("%w: %w", errUnread, err)
	}
	_ = e.rc.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream when its deadline passes, also between two writes
	return nil
}
