package relaytest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// EveryFieldBinds sets each field of a request for a list to two values, one field
// at a time: no two of these requests may take each other's cursors. A field of a
// type that no scope can hold fails too.
func EveryFieldBinds[T any](t *testing.T, scope func(T) relay.Scope) {
	t.Helper()
	var none T
	seen := map[string]relay.Scope{"no field": scope(none)}
	for name, request := range variants[T]() {
		s := scope(request)
		for other, its := range seen {
			if slices.Equal(s, its) {
				t.Errorf("%T: a cursor made with %s is taken with %s", none, name, other)
			}
		}
		seen[name] = s
	}
	if len(seen) == 1 {
		t.Errorf("%T has no field", none)
	}
}

// variants are requests with one field set.
func variants[T any]() map[string]T {
	all := map[string]T{}
	each(reflect.TypeFor[T](), "", func(path string, index []int, v reflect.Value) {
		var request T
		reflect.ValueOf(&request).Elem().FieldByIndex(index).Set(v)
		all[path] = request
	})
	return all
}

func each(t reflect.Type, path string, set func(path string, index []int, v reflect.Value)) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type == reflect.TypeFor[relay.Args]() {
			continue
		}
		if f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[time.Time]() {
			each(f.Type, path+f.Name+".", func(path string, index []int, v reflect.Value) {
				set(path, append([]int{i}, index...), v)
			})
			continue
		}
		for n, v := range values(f.Type) {
			set(fmt.Sprintf("%s%s (value %d)", path, f.Name, n), []int{i}, v)
		}
	}
}

// values are some that differ, none of them the zero value.
func values(t reflect.Type) []reflect.Value {
	switch t.Kind() {
	case reflect.Pointer:
		to := values(t.Elem())[0]
		zero, one := reflect.New(t.Elem()), reflect.New(t.Elem())
		one.Elem().Set(to)
		return []reflect.Value{zero, one}
	case reflect.Slice:
		of := values(t.Elem())[0]
		empty := reflect.Append(reflect.MakeSlice(t, 0, 2), reflect.Zero(t.Elem()))
		return []reflect.Value{empty, reflect.Append(reflect.MakeSlice(t, 0, 2), of), reflect.Append(empty, of)}
	case reflect.Bool:
		return []reflect.Value{reflect.ValueOf(true).Convert(t)}
	case reflect.String:
		return []reflect.Value{reflect.ValueOf("a").Convert(t), reflect.ValueOf("b").Convert(t)}
	}
	if t == reflect.TypeFor[time.Time]() {
		at := time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)
		return []reflect.Value{reflect.ValueOf(at), reflect.ValueOf(at.Add(time.Nanosecond))}
	}
	return []reflect.Value{reflect.ValueOf(1).Convert(t), reflect.ValueOf(2).Convert(t)}
}
