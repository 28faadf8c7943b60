package socket

import "context"

// work begins the operation, and those that waited for its place. What is left of a
// subscription then is a worker's.
func (a arrival) work() {
	for found := true; found; a, found = a.op.socket.desk.leave() {
		goesOn := a.op.begin(a.payload)
		a.counted.Release()
		if goesOn {
			a.op.socket.crew.submit(a.op)
		}
	}
}

// giveUp ends an operation that waited, and does so no more.
func (a arrival) giveUp(why error) {
	a.counted.Release()
	a.op.finish(a.op.fail(a.op.socket.who, why))
}

func (u unwanted) work() { arrival(u).giveUp(context.Canceled) }
