package budget

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Unpack waits for a place to unpack a page in, until it is sent; call leave after it.
func (b *Budget) Unpack(ctx context.Context) (leave func(), _ *fault.Error) {
	ctx, cancel := context.WithTimeout(ctx, b.cfg.Limits.Request)
	defer cancel()
	leave, err := b.unpacks.Take(ctx, caller.Subject(ctx), 1)
	if err != nil {
		return nil, fault.New(fault.Unavailable, "Se piden demasiadas páginas sin comprimir a la vez. Pídalas con «Accept-Encoding: gzip», o de a una.")
	}
	return leave, nil
}
