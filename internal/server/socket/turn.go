package socket

// The turns of a subscription: at most one works on it.
const (
	resting int32 = iota
	working       // or waiting for a worker
	again         // something came in the meantime
)

// wake has somebody work on the subscription. It is called with locks held.
func (op *operation) wake() {
	for {
		switch turn := op.turn.Load(); turn {
		case resting:
			if op.turn.CompareAndSwap(turn, working) {
				op.socket.crew.submit(op)
				return
			}
		case working:
			if op.turn.CompareAndSwap(turn, again) {
				return
			}
		default:
			return
		}
	}
}

// stop ends the operation without a word; the caller holds the table's lock.
func (op *operation) stop() {
	op.stopped = true
	if op.cancel != nil {
		op.cancel()
	}
	if a, waited := op.socket.desk.remove(op); waited {
		op.socket.crew.submit(unwanted(a))
	}
	if op.subscription {
		op.wake()
	}
}

// turn is an operation whose turn it is.
type turn struct{ *operation }
