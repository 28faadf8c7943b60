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

// errRoto: a value that this program cannot have written.
var errRoto = errors.New("boltstore: a stored value is damaged")

const horaCero = math.MinInt64

func ponTexto(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// ponHora keeps milliseconds, as all stores do.
func ponHora(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return binary.AppendVarint(b, horaCero)
	}
	return binary.AppendVarint(b, t.UnixMilli())
}

func ponSiNo(b []byte, si bool) []byte {
	if si {
		return append(b, 1)
	}
	return append(b, 0)
}

// lector takes fields off a value. The first mistake sticks in err.
type lector struct {
	b   []byte
	err error
}

// abrir checks the version byte.
func abrir(v []byte) lector {
	if len(v) == 0 {
		return lector{err: errRoto}
	}
	if v[0] != version1 {
		return lector{err: fmt.Errorf("boltstore: a value has version %d, this program knows %d", v[0], version1)}
	}
	return lector{b: v[1:]}
}

func (l *lector) falla() {
	if l.err == nil {
		l.err = errRoto
	}
	l.b = nil
}

// crudo is the next text, valid as long as the transaction.
func (l *lector) crudo() []byte {
	n, k := binary.Uvarint(l.b)
	if k <= 0 || n > uint64(len(l.b)-k) {
		l.falla()
		return nil
	}
	s := l.b[k : k+int(n)]
	l.b = l.b[k+int(n):]
	return s
}

func (l *lector) texto() string { return string(l.crudo()) }

// conocido is a text of which there are few: no allocation for those.
func (l *lector) conocido(conocidos map[string]string) string {
	s := l.crudo()
	if c, ok := conocidos[string(s)]; ok {
		return c
	}
	return string(s)
}

func (l *lector) entero() int64 {
	n, k := binary.Varint(l.b)
	if k <= 0 {
		l.falla()
		return 0
	}
	l.b = l.b[k:]
	return n
}

func (l *lector) hora() time.Time {
	ms := l.entero()
	if ms == horaCero || l.err != nil {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func (l *lector) siNo() bool {
	if len(l.b) == 0 {
		l.falla()
		return false
	}
	si := l.b[0] == 1
	l.b = l.b[1:]
	return si
}
