package cargo

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// Moved is a value as it stands in its new store, where something of it means nothing:
//   - the place of an event is the new store's to give;
//   - an upload in parts begins anew, for its parts lie where the old server has them;
//   - nobody holds a lease of the old server's processes.
func Moved(v any) any {
	switch v := v.(type) {
	case auditoria.Evento:
		v.Orden = ""
		return v
	case documento.Documento:
		v.Partes = documento.Partes{Tamano: v.Partes.Tamano}
		return v
	case reconciliacion.Marca:
		v.Hasta = time.Time{}
		return v
	}
	return v
}

// usualLength is more than what most values say.
const usualLength = 1024

// Digest is of what a moved value says. Stores differ in how exactly they keep a time: milliseconds count, and
// seconds of an end. Two values of one type have the same digest if they say the same, and only then.
func Digest(v any) (sum [sha256.Size]byte, err error) {
	said, err := appendSaid(make([]byte, 0, usualLength), reflect.ValueOf(Moved(v)), false)
	if err != nil {
		return sum, err
	}
	return sha256.Sum256(said), nil
}

// appendSaid writes what a value says, in a form that can only be of it. What is empty says nothing: no store tells it
// from what is not there. end: a time is the end of something.
func appendSaid(b []byte, v reflect.Value, end bool) ([]byte, error) {
	switch kind := v.Kind(); {
	case kind == reflect.String:
		return appendText(b, v.String()), nil
	case kind == reflect.Struct:
		if v.Type() == timeType {
			return appendTime(b, v.Interface().(time.Time), end), nil
		}
		return appendMembers(b, v)
	case v.CanInt():
		return binary.AppendVarint(b, v.Int()), nil
	case v.CanUint():
		return binary.AppendUvarint(b, v.Uint()), nil
	case kind == reflect.Bool:
		if v.Bool() {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case kind == reflect.Slice:
		return appendElements(b, v, end)
	case kind == reflect.Map && v.Type().Key().Kind() == reflect.String:
		return appendEntries(b, v)
	case kind == reflect.Pointer && v.IsNil():
		return b, nil
	case kind == reflect.Pointer:
		return appendSaid(b, v.Elem(), end)
	}
	return nil, fmt.Errorf("cargo: a %s has no digest", v.Type())
}

var timeType = reflect.TypeFor[time.Time]()

func appendText(b []byte, s string) []byte {
	if s == "" {
		return b
	}
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendTime(b []byte, t time.Time, end bool) []byte {
	switch {
	case t.IsZero():
		return b
	case end:
		return binary.AppendVarint(b, t.Unix())
	}
	return binary.AppendVarint(b, t.UnixMilli())
}

// appendPart writes a mark, and behind it what a value says; of one that says nothing, neither.
func appendPart(b, mark []byte, v reflect.Value, end bool) ([]byte, error) {
	before := len(b)
	b = append(b, mark...)
	marked := len(b)
	b, err := appendSaid(b, v, end)
	if len(b) == marked {
		b = b[:before]
	}
	return b, err
}

// appendEnd ends the parts of a value, if it has any. No mark begins with a zero.
func appendEnd(b []byte, before int) []byte {
	if len(b) == before {
		return b
	}
	return append(b, 0)
}

// appendMembers writes those of a struct that say something, each behind its place.
func appendMembers(b []byte, v reflect.Value) ([]byte, error) {
	members, err := membersOf(v.Type())
	before := len(b)
	for i, m := range members {
		if err == nil {
			b, err = appendPart(b, m.mark, v.Field(i), m.end)
		}
	}
	return appendEnd(b, before), err
}

// appendElements writes how many there are, and those that say something, each behind its place.
func appendElements(b []byte, v reflect.Value, end bool) (_ []byte, err error) {
	n := v.Len()
	if n == 0 {
		return b, nil
	}
	b = binary.AppendUvarint(b, uint64(n))
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return append(b, v.Bytes()...), nil
	}
	for i := range n {
		if b, err = appendPart(b, place(i), v.Index(i), end); err != nil {
			return nil, err
		}
	}
	return append(b, 0), nil
}

// appendEntries writes those of a map that say something, each behind its key and in the order of keys.
func appendEntries(b []byte, v reflect.Value) (_ []byte, err error) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	before := len(b)
	for _, k := range keys {
		if b, err = appendPart(b, append(place(k.Len()), k.String()...), v.MapIndex(k), false); err != nil {
			return nil, err
		}
	}
	return appendEnd(b, before), nil
}

// place is a number as a mark: from 1.
func place(n int) []byte { return binary.AppendUvarint(nil, uint64(n)+1) }

// member is one of a struct.
type member struct {
	mark []byte
	end  bool
}

// ends are the members that hold the end of something.
const ends = "ExpiraEn"

var known sync.Map // reflect.Type → []member

// membersOf are all members of a struct. One that cannot be read would be left out of the digest, so it is refused.
func membersOf(t reflect.Type) ([]member, error) {
	if members, found := known.Load(t); found {
		return members.([]member), nil
	}
	members := make([]member, t.NumField())
	for i := range members {
		f := t.Field(i)
		if !f.IsExported() {
			return nil, fmt.Errorf("cargo: %s of a %s cannot be read, so it has no digest", f.Name, t)
		}
		members[i] = member{mark: place(i), end: f.Name == ends}
	}
	known.Store(t, members)
	return members, nil
}
