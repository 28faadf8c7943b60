package boltstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"
)

// Values are a version byte and then fields in a fixed order: a page decodes 21
// rows, and JSON would cost more than the walk. A new field means a new version.
const version1 = 1

// errDamagedValue: a value that this program cannot have written.
var errDamagedValue = errors.New("boltstore: a stored value is damaged")

const zeroTime = math.MinInt64

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendMillis keeps milliseconds, as all stores do.
func appendMillis(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return binary.AppendVarint(b, zeroTime)
	}
	return binary.AppendVarint(b, t.UnixMilli())
}

func appendBool(b []byte, yes bool) []byte {
	if yes {
		return append(b, 1)
	}
	return append(b, 0)
}

// valueReader takes fields off a value. The first mistake sticks in err.
type valueReader struct {
	b   []byte
	err error
}

// openValue checks the version byte.
func openValue(v []byte) valueReader {
	if len(v) == 0 {
		return valueReader{err: errDamagedValue}
	}
	if v[0] != version1 {
		return valueReader{err: fmt.Errorf("boltstore: a value has version %d, this program knows %d", v[0], version1)}
	}
	return valueReader{b: v[1:]}
}

func (l *valueReader) damaged() {
	if l.err == nil {
		l.err = errDamagedValue
	}
	l.b = nil
}

// raw is the next text, valid as long as the transaction.
func (l *valueReader) raw() []byte {
	n, k := binary.Uvarint(l.b)
	if k <= 0 || n > uint64(len(l.b)-k) {
		l.damaged()
		return nil
	}
	s := l.b[k : k+int(n)]
	l.b = l.b[k+int(n):]
	return s
}

func (l *valueReader) text() string { return string(l.raw()) }

func (l *valueReader) integer() int64 {
	n, k := binary.Varint(l.b)
	if k <= 0 {
		l.damaged()
		return 0
	}
	l.b = l.b[k:]
	return n
}

func (l *valueReader) time() time.Time {
	ms := l.integer()
	if ms == zeroTime || l.err != nil {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// more reports whether fields are left: later versions of the program append some.
func (l *valueReader) more() bool { return l.err == nil && len(l.b) > 0 }

func (l *valueReader) boolean() bool {
	if len(l.b) == 0 {
		l.damaged()
		return false
	}
	yes := l.b[0] == 1
	l.b = l.b[1:]
	return yes
}
