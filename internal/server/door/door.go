package door

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// Door serves all faces of a server: they share budgets, tokens and the end of the process.
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

	warned sync.Once // of a proxy that Proxies do not name
}

// Enter checks the page that sent a request, and remembers the address that it came from.
func (d *Door) Enter(r *http.Request) (*http.Request, *reply.Problem) {
	r = r.WithContext(d.withAddress(r))
	if p := checkOrigin(r, d.Origins, d.Proxies); p != nil {
		return r, d.ChargeRefused(r.Context(), p)
	}
	return r, nil
}

// EnterByLink is Enter for what somebody may open by a link, wherever that stands: no page learns what comes. A browser may
// call the site of a link another one that is ours (WebKit does, of a link that opens a window).
func (d *Door) EnterByLink(r *http.Request) (*http.Request, *reply.Problem) {
	h := r.Header
	if r.Method == http.MethodGet && h.Get("Origin") == "" && h.Get("Sec-Fetch-Mode") == "navigate" && h.Get("Sec-Fetch-Dest") == "document" {
		return r.WithContext(d.withAddress(r)), nil
	}
	return d.Enter(r)
}

// requestPrice is that of an operation that asks for nothing.
const requestPrice = 50

// charge takes the price of a request from its address. Without budget the refusal is delayed.
func (d *Door) charge(ctx context.Context) *reply.Problem {
	overdrawn := d.Budget.ChargeAddress(ctx, requestPrice)
	if overdrawn == nil {
		return nil
	}
	p := reply.ProblemOf(overdrawn)
	p.Last = d.Budget.DelayRefusal(ctx, string(overdrawn.Code))
	return p
}

// ChargeRefused charges the address of a request that is refused before its sender is known. It returns the problem to
// tell: p, or that the address has no budget left.
func (d *Door) ChargeRefused(ctx context.Context, p *reply.Problem) *reply.Problem {
	if unpaid := d.charge(ctx); unpaid != nil {
		return unpaid
	}
	return p
}

// ChargeAddress charges the address for what anybody may ask for: pages, keys, signed links, and what is not there.
func (d *Door) ChargeAddress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := d.withAddress(r)
		if p := d.charge(ctx); p != nil {
			p.Send(w, r, reply.JSON, d.Presenter)
			return
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func (d *Door) withAddress(r *http.Request) context.Context {
	if len(r.Header["X-Forwarded-For"]) > 0 || len(r.Header["Forwarded"]) > 0 {
		d.warnOfProxy(r.RemoteAddr)
	}
	return caller.WithPeer(r.Context(), caller.PeerOf(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), d.Proxies))
}

// warnOfProxy tells the operator, once, that a proxy may be missing in the settings: all its clients share one budget then.
// A client may have made the header up, so the line names no address.
func (d *Door) warnOfProxy(remote string) {
	if caller.ConnectionClient(remote, d.Proxies) == "" {
		return
	}
	d.warned.Do(func() {
		d.Log.Warn("a request was forwarded by an address that is not trusted: if that is your proxy, name its network in CARPETA_TRUSTED_PROXIES; until then all its clients are taken for one")
	})
}

// Authenticate finds out who sent a request, and whether the request is read. The context knows its sender also if there is
// a problem.
func (d *Door) Authenticate(r *http.Request) (context.Context, *reply.Problem) {
	ctx, p := d.identify(r)
	if p != nil {
		switch p.Err.Code {
		case fault.Unavailable: // the token may be good
		case fault.Unauthenticated:
			d.Budget.ChargeRefusal(r.Context(), budget.Token, 0)
		default:
			d.Budget.ChargeRefusal(r.Context(), budget.Request, 0)
		}
		return r.Context(), p
	}
	if err := d.Budget.CheckRefusals(ctx); err != nil {
		return ctx, reply.ProblemOf(err)
	}
	return ctx, nil
}

// identify verifies the Authorization header. A request without one is anonymous; a header that proves nothing is refused.
func (d *Door) identify(r *http.Request) (context.Context, *reply.Problem) {
	values := r.Header.Values("Authorization")
	switch len(values) {
	case 0:
		return r.Context(), nil
	case 1:
		ctx, err := d.Verifier.Identify(r.Context(), values[0], caller.StatedPurposeIn(r.Header))
		if err != nil {
			return nil, reply.ProblemOf(err)
		}
		return ctx, nil
	default:
		return nil, reply.TwoHeaders()
	}
}

// SetWriteDeadline gives the client the time to read an answer of so many bytes at the slowest allowed speed.
func (d *Door) SetWriteDeadline(w http.ResponseWriter, bytes int) {
	within := d.Limits.Write + time.Duration(bytes)*time.Second/time.Duration(d.Limits.ReadRate)
	_ = http.NewResponseController(w).SetWriteDeadline(d.Clock().Add(within)) // a writer without deadlines is a test's
}
