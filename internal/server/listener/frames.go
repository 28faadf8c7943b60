package listener

import (
	"encoding/binary"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// preface is how a client begins that speaks HTTP/2 (RFC 9113 §3.4).
const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

// The types of frames that have a price of their own (RFC 9113 §6).
const (
	frameData         = 0x0
	frameHeaders      = 0x1
	frameReset        = 0x3
	framePromise      = 0x5
	frameGoAway       = 0x7
	frameWindowUpdate = 0x8
	frameContinuation = 0x9
	frameHeader       = 9 // bytes
	flagEndStream     = 0x1
	flagEndHeaders    = 0x4
	flagPadded        = 0x8
	flagPriority      = 0x20
)

// Why a connection ends.
var (
	errFlood   = errors.New("listener: too many frames of HTTP/2 that bring nothing")
	errTooMuch = errors.New("listener: requests hold too much")
)

// worth is how many bytes, sent or received as content, pay for one frame.
const worth = 32

// FramePrice bounds the frames of HTTP/2 that ask for work and bring none: PING, SETTINGS,
// RST_STREAM, PRIORITY, CONTINUATION, empty DATA. Zero: no bound.
type FramePrice struct {
	PerSecond, Burst int
	Clock            func() time.Time
}

// frames reads the headers of the frames that a client sends, and counts the fields of requests. A frame that
// opens a stream, brings content or lets the server go on is paid by the bytes of content
// and answers; all others by time only.
type frames struct {
	FramePrice

	// of the reader
	begun int // bytes of the preface that were seen; -1: it is not HTTP/2
	framed
	header  [frameHeader]byte
	heading heading
	idle    float64
	since   time.Time

	turn     func(pieces int) (paced bool) // has a request wait for its turn
	openings openings
	unread   unread
	http2    atomic.Bool // the preface is whole

	// of the writer
	answers framed
	answer  [frameHeader]byte
	greeted bool // a frame was sent
	heads   bool // the header of an answer goes on in the next frame
	updates bool // a window's new size comes
	update  [4]byte

	mu     sync.Mutex
	earned float64 // by content and answers
}

// heading is a frame of a header that comes.
type heading struct {
	comes   bool
	padded  bool // the length of its padding is to come
	padding int  // at its end
	before  int  // bytes that are still to come before the block
}

func newFrames(price FramePrice, turn func(pieces int) (paced bool), holds func(more int) bool, all *bodies, gone func() bool) *frames {
	return &frames{
		FramePrice: price, turn: turn, idle: float64(price.Burst), earned: float64(price.Burst), since: price.Clock(), openings: openings{bytes: holds}, unread: unread{all: all, gone: gone, some: make(chan struct{}, 1)},
	}
}

// spoken reports whether the connection has said that it speaks HTTP/2.
func (f *frames) spoken() bool { return f.http2.Load() }

// came looks at what a client sent behind the preface, and says if it is too much. It looks no further than at the end
// of a request that needed a turn: the next one waits for its own, and net/http keeps nothing of it meanwhile.
func (f *frames) came(b []byte) (seen int, err error) {
	for left := b; ; {
		begins, paced := f.opens(left)
		if begins && !f.openings.begin(streamOf(f.header)) {
			return len(b), errTooMuch
		}
		if paced {
			seen, f.skip = len(b)-len(left)+f.skip, 0
			return seen, nil
		}
		rest, whole := f.next(f.header[:], left)
		if !whole {
			return len(b), nil
		}
		left = rest
		f.skip = lengthOf(f.header)
		if f.PerSecond > 0 && !f.pay() {
			return len(b), errFlood
		}
		f.begins()
	}
}

func lengthOf(header [frameHeader]byte) int { return int(binary.BigEndian.Uint32(header[:4]) >> 8) }

// streamOf ignores the reserved bit, as net/http does.
func streamOf(header [frameHeader]byte) uint32 {
	return binary.BigEndian.Uint32(header[5:]) &^ (1 << 31)
}

// begins looks at the frame whose header was read.
func (f *frames) begins() {
	flags := f.header[4]
	switch f.header[3] {
	case frameData:
		f.unread.came(f.skip)
	case frameHeaders:
		f.heading = heading{comes: true, padded: flags&flagPadded != 0}
		if flags&flagPriority != 0 {
			f.heading.before = 5
		}
	case frameContinuation:
		f.heading = heading{comes: true}
	case frameReset:
		f.openings.end(streamOf(f.header))
	}
}

// opens looks at what comes of the header of a request, and reports whether it is whole. Then its turn has come.
func (f *frames) opens(b []byte) (begins, paced bool) {
	if !f.heading.comes {
		return false, false
	}
	f.openings.block.came(f.heading.block(b[:min(f.skip, len(b))], f.skip))
	if f.skip > len(b) {
		return false, false
	}
	f.heading = heading{}
	if f.header[4]&flagEndHeaders == 0 {
		return false, false
	}
	return true, f.turn(piecesOf(f.openings.block.weight()))
}

// block is what of a frame belongs to the block, of which so many bytes are still to come.
func (h *heading) block(b []byte, left int) []byte {
	if h.padded && len(b) > 0 {
		h.padded, h.padding = false, int(b[0])
		b, left = b[1:], left-1
	}
	n := min(h.before, len(b))
	h.before -= n
	return b[n:max(n, min(len(b), left-h.padding))]
}

// afterPreface takes the preface away; all of it if the connection speaks HTTP/1.
func (f *frames) afterPreface(b []byte) []byte {
	if f.begun < 0 {
		return nil
	}
	for len(b) > 0 && f.begun < len(preface) {
		if b[0] != preface[f.begun] {
			f.begun = -1
			return nil
		}
		f.begun++
		b = b[1:]
	}
	f.http2.Store(f.begun == len(preface))
	return b
}

// pay takes the price of the frame whose header was read.
func (f *frames) pay() bool {
	kind, flags, size := f.header[3], f.header[4], f.skip
	switch {
	case kind == frameData && (size > 0 || flags&flagEndStream != 0):
		if flags&flagPadded == 0 { // of padding the header does not tell how much is content
			f.earn(size)
		}
		return f.spend(1) || f.wait(1)
	case kind == frameHeaders || kind == frameWindowUpdate:
		price := 1 + float64(size)/256
		return f.spend(price) || f.wait(price)
	default:
		return f.wait(1 + float64(size)/64)
	}
}

// sent looks at what the server sent.
func (f *frames) sent(b []byte) {
	if !f.spoken() {
		return
	}
	f.earn(len(b))
	for {
		part := f.answer[:]
		if f.updates {
			part = f.update[:]
		}
		rest, whole := f.answers.next(part, b)
		if !whole {
			return
		}
		if b = rest; f.updates {
			f.updates = false
			f.unread.read(int(binary.BigEndian.Uint32(f.update[:])))
		} else {
			f.answered()
		}
	}
}

// answered looks at the frame whose header the server has sent.
func (f *frames) answered() {
	f.answers.skip = lengthOf(f.answer)
	f.greeted = true
	if kind := f.answer[3]; kind == frameHeaders || kind == framePromise || kind == frameContinuation {
		f.heads = f.answer[4]&flagEndHeaders == 0
	}
	switch kind, ends := f.answer[3], f.answer[4]&flagEndStream != 0; {
	case kind == frameReset, ends && (kind == frameData || kind == frameHeaders):
		f.openings.end(streamOf(f.answer))
	case kind == frameWindowUpdate && streamOf(f.answer) == 0:
		f.updates, f.answers.skip = true, 0
	}
}

func (f *frames) earn(bytes int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.earned = min(f.earned+float64(bytes)/worth, float64(f.Burst))
}

func (f *frames) spend(price float64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.earned < price {
		return false
	}
	f.earned -= price
	return true
}

// wait pays by time.
func (f *frames) wait(price float64) bool {
	if f.idle < price {
		now := f.Clock()
		f.idle = min(f.idle+now.Sub(f.since).Seconds()*float64(f.PerSecond), float64(f.Burst))
		f.since = now
	}
	f.idle -= price
	return f.idle >= 0
}
