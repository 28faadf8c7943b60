package listener

import "sync"

// freeHeader is how much of a header is part of what a stream is worth. With a token it has twice as much.
const freeHeader = 8 << 10

// openings are the streams of a connection that are open, as its frames tell: from the header of a request until the
// server has sent the end of the answer, or one of both called it off. net/http keeps the whole header for so long,
// also when the handler has ended, and of requests that it answers by itself.
type openings struct {
	last  uint32 // the newest that was opened
	block block
	bytes func(more int) bool // says what they hold; false: it is too much

	mu    sync.Mutex
	open  []opening
	taken uint32 // the newest that net/http got
	left  bool   // it gets no other
}

type opening struct {
	stream uint32
	bytes  int
}

// few openings are kept room for, when a connection is idle.
const few = 4

// ofRequest is what a request holds whose header has that weight, in bytes.
func ofRequest(weight int) int { return worthStream + max(weight-freeHeader, 0) }

// piecesOf is as how many requests one counts whose header has that weight: net/http works on it longer.
func piecesOf(weight int) int { return 1 + weight/freeHeader }

// begin takes the header of a stream in, of which the block has come; false if it is too much.
func (o *openings) begin(stream uint32) bool {
	weight := o.block.weight()
	o.block = block{}
	o.mu.Lock()
	of, more := o.find(stream), weight // of a trailer
	if of == nil && stream > o.last {
		o.last, more = stream, ofRequest(weight)
		o.open = append(o.open, opening{stream: stream})
		of = &o.open[len(o.open)-1]
	}
	if of == nil { // it ended already
		o.mu.Unlock()
		return true
	}
	of.bytes += more
	o.mu.Unlock()
	return o.bytes(more) && o.take(stream)
}

// take says that net/http gets a stream; false if the client was told that it does not.
func (o *openings) take(stream uint32) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.left {
		o.taken = max(o.taken, stream)
	}
	return !o.left
}

// leave is the newest stream that net/http got, and has it get no other.
func (o *openings) leave() uint32 {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.left = true
	return o.taken
}

// end says that a stream has ended.
func (o *openings) end(stream uint32) {
	o.mu.Lock()
	less := 0
	if of := o.find(stream); of != nil {
		less = of.bytes
		last := len(o.open) - 1
		*of = o.open[last]
		if o.open = o.open[:last]; last == 0 && cap(o.open) > few {
			o.open = nil
		}
	}
	o.mu.Unlock()
	if less > 0 {
		o.bytes(-less)
	}
}

// find is the entry of an open stream; nil if it is not open. The caller holds the lock.
func (o *openings) find(stream uint32) *opening {
	for i := range o.open {
		if o.open[i].stream == stream {
			return &o.open[i]
		}
	}
	return nil
}
