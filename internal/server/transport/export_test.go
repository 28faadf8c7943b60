package transport

import (
	"context"
	"net/http"

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
func (a *API) Held() int { return a.requests.budget.Waiting() }

// ReadQuery reads a query string and returns the status of the problem, or 200.
func ReadQuery(raw string) int {
	if _, p := readQuery(raw, 1000); p != nil {
		return p.Status
	}
	return http.StatusOK
}

// Reading is how many bytes of requests are read now, or wait.
func (a *API) Reading() int { return a.requests.budget.Reading() }
