package cargo

import (
	"reflect"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
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
	case marca.Marca:
		v.Hasta = time.Time{}
		return v
	}
	return v
}

// Same reports whether two stores say the same by a value of one type. Stores differ in how exactly they keep a time:
// milliseconds count, and seconds of an end. None tells what is empty from what is not there.
func Same(a, b any) bool {
	if a == nil || b == nil || reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	return same(reflect.ValueOf(Moved(a)), reflect.ValueOf(Moved(b)), "")
}

// ends are the members that hold the end of something.
const ends = "ExpiraEn"

func same(a, b reflect.Value, member string) bool {
	if a.Type() == reflect.TypeFor[time.Time]() {
		return sameTime(a.Interface().(time.Time), b.Interface().(time.Time), member == ends)
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i), a.Type().Field(i).Name) {
				return false
			}
		}
		return true
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if !same(a.Index(i), b.Index(i), member) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Map:
		return holds(a, b, member) && holds(b, a, member)
	case reflect.Pointer:
		return samePointer(a, b, member)
	}
	return a.Equal(b) // and it panics for a kind that no value has: a function, an interface of one
}

// holds reports whether b has every entry of a. An empty one need not be there.
func holds(a, b reflect.Value, member string) bool {
	for _, k := range a.MapKeys() {
		there := b.MapIndex(k)
		if !there.IsValid() {
			there = reflect.Zero(a.Type().Elem())
		}
		if !same(a.MapIndex(k), there, member) {
			return false
		}
	}
	return true
}

func sameTime(a, b time.Time, end bool) bool {
	if end {
		return a.IsZero() == b.IsZero() && a.Unix() == b.Unix()
	}
	return a.IsZero() == b.IsZero() && a.UnixMilli() == b.UnixMilli()
}

func samePointer(a, b reflect.Value, member string) bool {
	if a.IsNil() && b.IsNil() {
		return true
	}
	empty := reflect.New(a.Type().Elem())
	if a.IsNil() {
		a = empty
	}
	if b.IsNil() {
		b = empty
	}
	return same(a.Elem(), b.Elem(), member)
}
