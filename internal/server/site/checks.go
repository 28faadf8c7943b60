package site

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// checkWithin bounds one readiness check.
const checkWithin = 3 * time.Second

// Check checks whether a part of the server works. Without a critical part the server is not ready; without another one it
// is degraded, and still ready for reads.
type Check struct {
	Name     string
	Critical bool
	Check    func(context.Context) error
}

// part states, the best first.
const (
	stateOK       = "ok"
	stateDegraded = "degraded"
	stateDown     = "down"
)

// partState is a part's line of /readyz?verbose.
type partState struct {
	Name       string  `json:"name"`
	State      string  `json:"state"`
	Critical   bool    `json:"critical"`
	DurationMS float64 `json:"durationMs"`
	Error      string  `json:"error,omitempty"`
}

func overall(parts []partState) (state string, status int) {
	state = stateOK
	for _, p := range parts {
		switch {
		case p.State == stateOK:
		case p.Critical:
			return stateDown, http.StatusServiceUnavailable
		default:
			state = stateDegraded
		}
	}
	return state, http.StatusOK
}

// runChecks checks all parts at the same time.
func runChecks(ctx context.Context, checks []Check, clock func() time.Time) []partState {
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	parts := make([]partState, len(checks))
	var wg sync.WaitGroup
	for i, c := range checks {
		wg.Go(func() { parts[i] = c.run(ctx, clock) })
	}
	wg.Wait()
	return parts
}

func (c Check) run(ctx context.Context, clock func() time.Time) (p partState) {
	start := clock()
	p = partState{Name: c.Name, Critical: c.Critical, State: stateOK}
	defer func() {
		if v := recover(); v != nil {
			p.State, p.Error = stateDown, fmt.Sprint("panic: ", v)
		}
		p.DurationMS = float64(clock().Sub(start).Microseconds()) / 1000
	}()
	if err := c.Check(ctx); err != nil {
		p.State, p.Error = stateDown, err.Error()
	}
	return p
}
