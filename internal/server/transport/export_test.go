package transport

import (
	"context"
	"fmt"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Admit does the work before an operation runs: the caller, the body, the
// document, the variables, the price. It returns the code of the refusal, or OK.
func (a *API) Admit(ctx context.Context, header string, body []byte) string {
	ctx, err := a.door.Verifier.Identify(ctx, header, nil)
	if err != nil {
		return string(err.Code)
	}
	params, err := a.requests.engine.Decode(ctx, body)
	if err != nil {
		return string(err.Code)
	}
	_, errs := a.requests.engine.Prepare(ctx, params)
	return present.CodeOf(errs)
}

// Held is how many refusals wait.
func (a *API) Held() int { return a.requests.budget.DelayedRefusals() }

// ReadQuery reads a query string and returns the status of the problem, or 200.
func ReadQuery(raw string) int {
	if _, p := readQuery(raw, 1000); p != nil {
		return p.Status
	}
	return http.StatusOK
}

// FillSearches has others wait to search, as many as may but one, until release.
func (a *API) FillSearches(ctx context.Context) (release func()) {
	var all []*quota.Slot
	for {
		turn, _ := a.requests.budget.SearchSlot(caller.WithPeer(ctx, fmt.Sprint(len(all))), func() {})
		if turn.Refused() {
			break
		}
		all = append(all, turn)
	}
	all[0].Release()
	return func() {
		for _, turn := range all {
			turn.Release()
		}
	}
}

// Reading is how many bytes of requests are read now, or wait.
func (a *API) Reading() int { return a.requests.budget.Reading() }
