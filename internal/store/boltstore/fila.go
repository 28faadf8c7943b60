package boltstore

import (
	"encoding/binary"
	"unsafe"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
)

// appendFields writes the fields of a value, in the order of their table.
func appendFields[T any](b []byte, fields []field.Of[T], v *T) []byte {
	b = append(b, version1)
	for i := range fields {
		switch f := &fields[i]; {
		case f.Text != nil:
			b = appendText(b, *f.Text(v))
		case f.Number != nil:
			b = binary.AppendVarint(b, *f.Number(v))
		case f.Truth != nil:
			b = appendBool(b, *f.Truth(v))
		default:
			b = appendMillis(b, *f.Time(v))
		}
	}
	return b
}

// always are the first fields, without which a value is damaged. One that was written before a later field was added
// ends before it.
const always = 7

// viewFields reads fields into a value. Its texts lie in the bytes that are read.
func viewFields[T any](l *valueReader, fields []field.Of[T], v *T) {
	for i := range fields {
		if i >= always && !l.more() {
			return
		}
		switch f := &fields[i]; {
		case f.Text != nil:
			*f.Text(v) = viewText(l.raw())
		case f.Number != nil:
			*f.Number(v) = l.integer()
		case f.Truth != nil:
			*f.Truth(v) = l.boolean()
		default:
			*f.Time(v) = l.time()
		}
	}
}

// encodeRow is the row of an order: what a list shows, and what its filters look at.
func encodeRow(f documento.Fila) []byte {
	return appendFields(make([]byte, 0, 192), documento.CamposDeFila, &f)
}

func viewRow(f *documento.Fila, v []byte) error {
	l := openValue(v)
	viewFields(&l, documento.CamposDeFila, f)
	return l.err
}

// viewText is a text without a copy. The file's pages stay as they are while a transaction lasts.
func viewText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
