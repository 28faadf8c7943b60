package budget

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Search waits for a place among those whose work is known only afterwards; call leave after it. Who has spent
// much of the budget lately comes after others: the status is that after the operation's price was paid.
func (b *Budget) Search(ctx context.Context, s quota.Status) (leave func(), _ *fault.Error) {
	ctx, cancel := context.WithTimeout(ctx, b.cfg.Limits.Request)
	defer cancel()
	leave, err := b.searches.Take(ctx, caller.Subject(ctx), s.Spent())
	if err != nil {
		return func() {}, tooManySearch()
	}
	return leave, nil
}

// AsksMuch reports whether a subject has spent more lately than one operation may cost.
func (b *Budget) AsksMuch(s quota.Status) bool { return s.Spent() > b.cfg.Limits.Cost }

// Searching is how many wait for a place.
func (b *Budget) Searching() int { return b.searches.Waiting() }
