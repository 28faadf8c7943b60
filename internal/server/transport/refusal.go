package transport

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// What is refused costs work too, and whoever sends it pays nothing else. So each
// subject has a second budget, of refusals. Without it a request is not read, and
// its refusal waits a little: a client that asks again as soon as it is answered
// then asks some forty times a second.

// What was refused, in the metrics.
const (
	refusedRequest  = "solicitud" // not a request of GraphQL over HTTP, or a body too long
	refusedDocument = "documento" // does not parse, is past a limit, is not valid, wrong variables …
	refusedToken    = "token"
	refusedSocket   = "socket"   // handshake, message or operation of a socket
	refusedUnread   = "sin_leer" // not looked at: no budget of refusals
)

// refusalBytes of a refused request count as one refusal more.
const refusalBytes = 4 << 10

// strike charges a refusal to its subject's budget, by its size.
func (a *API) strike(ctx context.Context, what string, bytes int) {
	a.cfg.Metrics.Refused(what)
	a.cfg.Refusals.Owe(subject(ctx), 1+bytes/refusalBytes)
}

// spent is why a request is not read.
func (a *API) spent(ctx context.Context) *fault.Error {
	wait, ok := a.cfg.Refusals.Solvent(subject(ctx))
	if ok {
		return nil
	}
	a.cfg.Metrics.Refused(refusedUnread)
	return fault.New(fault.RateLimited, "Se rechazaron demasiadas solicitudes suyas; esta no se leyó.").
		ConEspera(wait).ConRecuperacion("Corrija lo que dicen los errores anteriores y espere los segundos que dice Retry-After.")
}

// hold lets a refusal wait that is one of too many. As many wait at a time as
// there are places; the others are answered at once.
func (a *API) hold(ctx context.Context, code string) {
	if _, ok := a.cfg.Refusals.Solvent(subject(ctx)); ok && code != string(fault.RateLimited) {
		return
	}
	select {
	case a.held <- struct{}{}:
		_ = service.Pause(ctx, a.cfg.Limits.Hold) // a client that left is answered sooner
		<-a.held
	default:
	}
}

// readingBytes of a document that is not known cost 1.
const readingBytes = 16

// document finds a document. One that is not known is read, if its subject has
// the budget, and a few at a time: however many send them, processors are left
// for the others.
func (a *API) document(ctx context.Context, query string) (*ast.QueryDocument, gqlerror.List) {
	if doc, ok := a.docs.kept.get(query); ok {
		return doc, nil
	}
	leave, err := a.turn(ctx)
	if err != nil {
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	defer leave()
	if err := a.spent(ctx); err != nil { // in the meantime
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	if _, overdrawn := a.charge(ctx, len(query)/readingBytes); overdrawn != nil {
		return nil, gqlerror.List{gqlerror.Wrap(overdrawn)}
	}
	return a.docs.load(query)
}

// turn waits for one of the places to read in; call leave after it.
func (a *API) turn(ctx context.Context) (leave func(), _ *fault.Error) {
	leave = func() { <-a.reading }
	select {
	case a.reading <- struct{}{}:
		return leave, nil
	default:
	}
	late := time.NewTimer(a.cfg.Limits.Request)
	defer late.Stop()
	select {
	case a.reading <- struct{}{}:
		return leave, nil
	case <-late.C:
	case <-ctx.Done():
	}
	return nil, tookTooLong()
}

// longBody takes its turn also to be decoded.
const longBody = 16 << 10

func (a *API) decode(ctx context.Context, body []byte) (*graphql.RawParams, *problem) {
	if len(body) < longBody {
		return decodeParams(body)
	}
	leave, err := a.turn(ctx)
	if err != nil {
		return nil, problemOf(err)
	}
	defer leave()
	if err := a.spent(ctx); err != nil {
		return nil, problemOf(err)
	}
	return decodeParams(body)
}
