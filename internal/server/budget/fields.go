package budget

import (
	"fmt"
	"math"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// Tell says what is left of a budget in the two fields of draft-ietf-httpapi-ratelimit-headers-11. The policy "costo" counts
// prices, not requests: q and r are in units of extensions.costo, w and t in seconds. t is the time until the budget is
// whole again. A server without budgets (Limit 0) has no policy to tell.
func (b *Budget) Tell(h http.Header, s quota.Status) {
	if s.Limit == 0 {
		return
	}
	whole := max(0, math.Ceil(s.Reset.Sub(b.cfg.Clock()).Seconds()))
	h.Set("RateLimit-Policy", fmt.Sprintf(`"costo";q=%d;w=%.0f;qu="costo"`, s.Limit, s.Window.Seconds()))
	h.Set("RateLimit", fmt.Sprintf(`"costo";r=%d;t=%.0f`, s.Remaining, whole))
}
