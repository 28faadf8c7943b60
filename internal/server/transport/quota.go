package transport

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// subject is whose budget an operation is charged to: the token's subject, or
// the network address.
func subject(ctx context.Context) string {
	if quien, ok := auth.FromContext(ctx); ok {
		return "sub " + quien.Sub
	}
	return "ip " + peer(ctx)
}

// charge takes an operation's price from its subject's budget.
func (a *API) charge(ctx context.Context, price int) (quota.Status, *fault.Error) {
	s, wait, ok := a.cfg.Quota.Charge(subject(ctx), price)
	if ok {
		return s, nil
	}
	return s, overdrawn(s, price, wait)
}

func overdrawn(s quota.Status, price int, wait time.Duration) *fault.Error {
	return fault.Newf(fault.RateLimited, "La operación cuesta %d y le quedan %d de %d.", price, s.Remaining, s.Limit).
		ConEspera(wait).ConRecuperacion("Espere los segundos que dice Retry-After o pida menos por operación.")
}

// busy is the answer to a subject that has too much under way.
func busy() *fault.Error {
	return fault.New(fault.RateLimited, "Hay demasiadas solicitudes suyas a la vez.").
		ConEspera(time.Second).ConRecuperacion("Espere a que terminen las anteriores.")
}

func tooManyConnections(most int) *fault.Error {
	return fault.Newf(fault.RateLimited, "Ya tiene %d conexiones abiertas.", most).
		ConEspera(time.Minute).ConRecuperacion("Cierre las que no usa; una conexión lleva muchas suscripciones.")
}

// costOf is extensions.costo: the price of the operation and what is left.
func costOf(s quota.Status) map[string]any {
	c := map[string]any{"precio": s.Cost}
	if s.Limit > 0 {
		c["limite"], c["restante"], c["reinicio"] = s.Limit, s.Remaining, s.Reset.UTC().Format(time.RFC3339)
	}
	return c
}

// budgetKey is where an admitted operation keeps its budget.
const budgetKey = "costo"

// withBudget hands the budget of an admitted operation to its resolvers.
func withBudget(ctx context.Context, opCtx *graphql.OperationContext) context.Context {
	if s, ok := opCtx.Stats.GetExtension(budgetKey).(quota.Status); ok {
		return quota.WithStatus(ctx, s)
	}
	return ctx
}

// tellCost adds extensions.costo to the answer.
func tellCost(ctx context.Context, resp *graphql.Response) {
	s, ok := quota.FromContext(ctx)
	if !ok {
		return
	}
	if resp.Extensions == nil {
		resp.Extensions = map[string]any{}
	}
	resp.Extensions[budgetKey] = costOf(s)
}

// retryAfter is what an error says about when to come back, in seconds.
func retryAfter(errs gqlerror.List) (seconds int, ok bool) {
	for _, e := range errs {
		if seconds, ok = e.Extensions[retryMember].(int); ok {
			return seconds, true
		}
	}
	return 0, false
}
