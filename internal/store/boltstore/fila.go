package boltstore

import (
	"encoding/binary"
	"strings"
	"unsafe"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
)

// knownTexts are the values that documents repeat.
var knownTexts = func() map[string]string {
	m := map[string]string{}
	for _, e := range []documento.Estado{"", documento.Cargando, documento.Procesado, documento.Eliminando} {
		m[string(e)] = string(e)
	}
	for _, t := range documento.Tipos {
		m[string(t)] = string(t)
	}
	return m
}()

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

// viewFields reads fields into a value as it lies in the file: a filter sees all of it, and a row that is left out costs
// no memory. Its texts are good until the transaction ends; ownTexts makes them the caller's.
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

// ownTexts makes the texts of a value outlive the transaction. Values of a list share many with the one before.
func ownTexts[T any](fields []field.Of[T], v, before *T) {
	for i := range fields {
		if f := &fields[i]; f.Text != nil {
			*f.Text(v) = owned(*f.Text(v), *f.Text(before))
		}
	}
}

func owned(text, likely string) string {
	if text == likely {
		return likely
	}
	if known, ok := knownTexts[text]; ok {
		return known
	}
	return strings.Clone(text)
}

// viewText is a text without a copy: it lies in the file's pages, which stay as they are
// while the transaction lasts.
func viewText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
