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

// SearchTurn is Turn for an answer whose work is known only afterwards, or is much, among the operations that search. The turn
// may be refused.
func (b *Budget) SearchTurn(ctx context.Context, come func()) (turn *quota.Turn, now bool) {
	spent, _ := b.Charge(ctx, 0)
	return b.searches.AskFor(caller.Subject(ctx), spent.Spent(), come)
}

// ReadingTurn is SearchTurn for what a subscription reads when it begins, or may have missed something. Who has spent no
// more lately than one operation may cost needs none, and gets nil: a crowd that comes back waits for nobody.
func (b *Budget) ReadingTurn(ctx context.Context, come func()) (turn *quota.Turn, now bool) {
	spent, _ := b.Charge(ctx, 0)
	if !b.AsksMuch(spent) {
		return nil, true
	}
	return b.searches.AskFor(caller.Subject(ctx), spent.Spent(), come)
}

// RefusedTurn is the answer to an event whose SearchTurn was refused.
func RefusedTurn() *fault.Error {
	return tooManySearch().WithRecuperacion("Suscríbase de nuevo en unos segundos con despuesDe = la última secuencia recibida.")
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
