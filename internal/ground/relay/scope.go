package relay

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"
	"strconv"
	"time"
)

const scopeBytes = 16

// Scope binds a cursor to one list: a cursor is refused under any other scope.
type Scope []string

// NewScope names a list by everything that says which rows are in it, for whom, and
// in which order. Of a struct every field counts, also a field that is added later:
// nobody has to remember a new filter here. A field without a value is left out, so
// that cursors without a new filter stay valid. Args are no part of a list.
func NewScope(list, subject string, parts ...any) Scope {
	s := Scope{list, subject}
	for i, p := range parts {
		s = s.with(strconv.Itoa(i), reflect.ValueOf(p))
	}
	return s
}

var (
	argsType = reflect.TypeFor[Args]()
	timeType = reflect.TypeFor[time.Time]()
)

// with adds a value and its content. It panics for a type that has no text of its
// own: TestEveryFieldIsBound of each list finds such a field.
func (s Scope) with(path string, v reflect.Value) Scope {
	switch {
	case v.Type() == argsType || v.IsZero():
		return s
	case v.Type() == timeType:
		return append(s, path+"="+v.Interface().(time.Time).UTC().Format(time.RFC3339Nano))
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			s = s.with(path+"."+v.Type().Field(i).Name, v.Field(i))
		}
		return s
	case reflect.Slice:
		for i := range v.Len() {
			s = append(s, path+"["+strconv.Itoa(i)+"]")
			s = s.with(path, v.Index(i))
		}
		return s
	case reflect.Pointer:
		return append(s, path+"*").with(path, v.Elem()) // a pointer to false is not nil
	default:
		return append(s, path+"="+text(v))
	}
}

func text(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	}
	panic(fmt.Sprintf("relay: a cursor cannot be bound to a %s", v.Type()))
}

// hash separates the parts by their lengths, so that no two scopes meet.
func (s Scope) hash() [scopeBytes]byte {
	h := sha256.New()
	var n [8]byte
	for _, part := range s {
		binary.BigEndian.PutUint64(n[:], uint64(len(part)))
		h.Write(n[:])
		h.Write([]byte(part))
	}
	return [scopeBytes]byte(h.Sum(nil)[:scopeBytes])
}
