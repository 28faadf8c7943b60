package listener

import (
	"encoding/binary"
	"sync"
	"time"
)

// preface is how a client begins that speaks HTTP/2 (RFC 9113 §3.4).
const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

// The types of frames that have a price of their own (RFC 9113 §6).
const (
	frameData         = 0x0
	frameHeaders      = 0x1
	frameWindowUpdate = 0x8
	frameHeader       = 9 // bytes
	flagEndStream     = 0x1
	flagPadded        = 0x8
)

// worth is how many bytes, sent or received as content, pay for one frame.
const worth = 32

// FramePrice bounds the frames of HTTP/2 that ask for work and bring none: PING, SETTINGS,
// RST_STREAM, PRIORITY, CONTINUATION, empty DATA. Zero: no bound.
type FramePrice struct {
	PerSecond, Burst int
	Clock            func() time.Time
}

// frames reads the headers of the frames that a client sends, and no more. A frame that
// opens a stream, brings content or lets the server go on is paid by the bytes of content
// and answers; all others by time only.
type frames struct {
	FramePrice

	// of the reader
	begun int // bytes of the preface that were seen; -1: it is not HTTP/2
	framed
	header [frameHeader]byte
	idle   float64
	since  time.Time

	mu     sync.Mutex
	earned float64 // by content and answers
}

func newFrames(price FramePrice) *frames {
	return &frames{FramePrice: price, idle: float64(price.Burst), earned: float64(price.Burst), since: price.Clock()}
}

// spoken reports whether the connection has said that it speaks HTTP/2.
func (f *frames) spoken() bool { return f.begun == len(preface) }

// came looks at what a client sent; false if it is one frame too many.
func (f *frames) came(b []byte) bool {
	b = f.afterPreface(b)
	for {
		rest, whole := f.next(f.header[:], b)
		if !whole {
			return true
		}
		b = rest
		f.skip = int(binary.BigEndian.Uint32(f.header[:4]) >> 8)
		if f.PerSecond > 0 && !f.pay() {
			return false
		}
	}
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

func (f *frames) sent(n int) { f.earn(n) }

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
