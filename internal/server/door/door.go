package door

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// Door is one for all faces of a server: they share budgets, tokens and the end of the process.
type Door struct {
	Origins     []string // of other sites whose pages may use the server
	Proxies     []netip.Prefix
	Verifier    caller.Verifier
	Budget      *budget.Budget
	Connections *drain.Connections
	Presenter   present.Presenter
	Limits      limits.Limits
	Log         *slog.Logger
	Clock       func() time.Time

	unnamed sync.Once // a proxy that Proxies do not name
}

// Enter looks at the page that sent a request, and remembers the address that it came from.
func (d *Door) Enter(r *http.Request) (*http.Request, *reply.Problem) {
	r = r.WithContext(d.addressed(r))
	if p := checkOrigin(r, d.Origins, d.Proxies); p != nil {
		return r, d.TurnAway(r.Context(), p)
	}
	return r, nil
}

// requestPrice is that of an operation that asks for nothing.
const requestPrice = 50

// pay takes the price of a request from its address. Who has no budget waits, and is told so.
func (d *Door) pay(ctx context.Context) *reply.Problem {
	overdrawn := d.Budget.ChargeAddress(ctx, requestPrice)
	if overdrawn == nil {
		return nil
	}
	p := reply.ProblemOf(overdrawn)
	p.Last = d.Budget.Hold(ctx, string(overdrawn.Code))
	return p
}

// TurnAway has a request paid too that is refused before anybody asks who calls. It returns the problem to tell.
func (d *Door) TurnAway(ctx context.Context, p *reply.Problem) *reply.Problem {
	if unpaid := d.pay(ctx); unpaid != nil {
		return unpaid
	}
	return p
}

func (d *Door) addressed(r *http.Request) context.Context {
	if len(r.Header["X-Forwarded-For"]) > 0 || len(r.Header["Forwarded"]) > 0 {
		d.forwarded(r.RemoteAddr)
	}
	return caller.WithPeer(r.Context(), caller.PeerOf(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), d.Proxies))
}

// forwarded tells the operator, once, that somebody forwards requests whom no setting names: all who come that way share
// one budget. It may be a client that makes the header up, so the line names no address.
func (d *Door) forwarded(remote string) {
	if caller.Connected(remote, d.Proxies) == "" {
		return
	}
	d.unnamed.Do(func() {
		d.Log.Warn("a request was forwarded by an address that is not trusted: if that is your proxy, name its network in CARPETA_TRUSTED_PROXIES; until then all its clients are taken for one")
	})
}

// Prove finds out who asks, and whether they are read at all. The context is good for whose request
// it was, also if there is a problem.
func (d *Door) Prove(r *http.Request) (context.Context, *reply.Problem) {
	ctx, p := d.authenticate(r)
	if p != nil {
		switch p.Err.Code {
		case fault.Unavailable: // it may be good
		case fault.Unauthenticated:
			d.Budget.Strike(r.Context(), budget.Token, 0)
		default:
			d.Budget.Strike(r.Context(), budget.Request, 0)
		}
		return r.Context(), p
	}
	if err := d.Budget.Spent(ctx); err != nil {
		return ctx, reply.ProblemOf(err)
	}
	return ctx, nil
}

// authenticate proves the caller from the Authorization header. No header is
// nobody; a header that proves nothing is refused, never taken for nobody.
func (d *Door) authenticate(r *http.Request) (context.Context, *reply.Problem) {
	values := r.Header.Values("Authorization")
	switch len(values) {
	case 0:
		return r.Context(), nil
	case 1:
		ctx, err := d.Verifier.Identify(r.Context(), values[0], caller.SaidIn(r.Header))
		if err != nil {
			return nil, reply.ProblemOf(err)
		}
		return ctx, nil
	default:
		return nil, reply.TwoHeaders()
	}
}

// Pace has the client read an answer with the slowest speed at least.
func (d *Door) Pace(w http.ResponseWriter, bytes int) {
	within := d.Limits.Write + time.Duration(bytes)*time.Second/time.Duration(d.Limits.ReadRate)
	_ = http.NewResponseController(w).SetWriteDeadline(d.Clock().Add(within)) // a writer without deadlines is a test's
}
