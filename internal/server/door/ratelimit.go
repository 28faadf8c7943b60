package door

import (
	"fmt"
	"math"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TellBudget tells a caller what is left of the budget, in the two fields of draft-ietf-httpapi-ratelimit-headers-11. The
// policy "costo" counts prices, not requests: q and r are in units of extensions.costo, w and t in seconds. t is the time
// until the budget is whole again. A server without budgets (Limit 0) has no policy to tell.
func (d *Door) TellBudget(w http.ResponseWriter, s quota.Status) {
	if s.Limit == 0 || d.WithoutRateLimit {
		return
	}
	whole := max(0, math.Ceil(s.Reset.Sub(d.Clock()).Seconds()))
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`"costo";q=%d;w=%.0f;qu="costo"`, s.Limit, s.Window.Seconds()))
	w.Header().Set("RateLimit", fmt.Sprintf(`"costo";r=%d;t=%.0f`, s.Remaining, whole))
}
