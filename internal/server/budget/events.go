package budget

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Turn asks for a place to answer an event in. Without a free one, come is called when
// there is one; until then nothing is held but the turn. Leave it in either case.
func (b *Budget) Turn(ctx context.Context, come func()) (turn *quota.Turn, now bool) {
	return b.events.Ask(caller.Subject(ctx), come)
}

// ChargeEvent takes the price of an answer to an event from the budget of its
// subscriber. Without the budget the subscription ends, and its client may come back.
func (b *Budget) ChargeEvent(ctx context.Context, price int) *fault.Error {
	_, overdrawn := b.Charge(ctx, price)
	if overdrawn == nil {
		return nil
	}
	return overdrawn.WithRecuperacion("Espere los segundos que dice reintentarEn y suscríbase de nuevo con despuesDe = la última secuencia recibida, o pida menos de cada evento.")
}
