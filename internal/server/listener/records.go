package listener

import (
	"encoding/binary"
	"errors"
)

// mostRecords is how many records of TLS may bring no content: a client that changes its keys needs a few in a day. As
// many may have come that TLS has not decrypted yet, of a byte of content each.
const mostRecords = 1000

// paysRecord is how many bytes of content pay for one more.
const paysRecord = 1 << 10

var errRecords = errors.New("listener: too many records of TLS without content")

// records counts those of TLS that come, and takes off those that brought content. crypto/tls lets sixteen KeyUpdates
// come between two bytes, and derives a key for each, 5 µs: a fifth of a core for 1 MB/s.
type records struct {
	framed
	header [5]byte // type, version, length
	vain   int
}

// came looks at what a client sent; false if it is one record too many.
func (r *records) came(b []byte) bool {
	for {
		rest, whole := r.next(r.header[:], b)
		if !whole {
			return r.vain <= mostRecords
		}
		b = rest
		r.skip = int(binary.BigEndian.Uint16(r.header[3:]))
		r.vain++
	}
}

// brought takes off what content pays for.
func (r *records) brought(bytes int) { r.vain = max(r.vain-1-bytes/paysRecord, 0) }
