package socket

import (
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// account is what a socket pays, and what is counted of the message that comes.
type account struct {
	paid     int // frames that it may still send
	free     budget.Allowance
	incoming *budget.Incoming
	full     *fault.Error // why there was no room for the message that came
}

// received is the count of the message that came. Its taker releases it.
func (a *account) received() *budget.Incoming {
	taken := a.incoming
	a.incoming = nil
	return taken
}

// forget releases the count of a message that nobody took.
func (a *account) forget() {
	a.full = nil
	if taken := a.received(); taken != nil {
		taken.Release()
	}
}
