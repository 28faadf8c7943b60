package encode

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
)

// Fields are what is known of a type's fields, by name. __typename is a field of every type.
type Fields[T any] map[string]Field[T]

// Field plans how one field is written, for what is selected of it; without a write if it is not known how.
type Field[T any] func(p *planner, f *graphql.CollectedField) part[T]

// errNull: a value that must be there is not. gqlgen says so with its path.
var errNull = errors.New("encode: must not be null")

// leaf is a field without a selection.
func leaf[T any](w write[T]) Field[T] {
	return func(*planner, *graphql.CollectedField) part[T] { return part[T]{write: w} }
}

// Text is a String, an ID, a UUID or an enum.
func Text[T any, S ~string](get func(*T) S) Field[T] {
	return leaf(func(b []byte, v *T, _ *work) []byte { return appendText(b, string(get(v))) })
}

// Word is a text that needs no escapes, written behind what is there.
func Word[T any](write func(b []byte, v *T) []byte) Field[T] {
	return leaf(func(b []byte, v *T, _ *work) []byte { return append(write(append(b, '"'), v), '"') })
}

// TextIfAny is one that is null where there is none.
func TextIfAny[T any, S ~string](get func(*T) S) Field[T] {
	return leaf(func(b []byte, v *T, _ *work) []byte {
		if text := get(v); text != "" {
			return appendText(b, string(text))
		}
		return append(b, null...)
	})
}

// TextNow is one that depends on the request in which it is read.
func TextNow[T any, S ~string](get func(context.Context, *T) S) Field[T] {
	return leaf(func(b []byte, v *T, w *work) []byte {
		if text := get(w.ctx, v); text != "" {
			return appendText(b, string(text))
		}
		return append(b, null...)
	})
}

// Whole is an Int or a Long.
func Whole[T any](get func(*T) int64) Field[T] {
	return leaf(func(b []byte, v *T, _ *work) []byte { return strconv.AppendInt(b, get(v), 10) })
}

// Truth is a Boolean.
func Truth[T any](get func(*T) bool) Field[T] {
	return leaf(func(b []byte, v *T, _ *work) []byte { return strconv.AppendBool(b, get(v)) })
}

// Moment is a DateTime; the zero time is null.
func Moment[T any](get func(*T) time.Time) Field[T] {
	return func(p *planner, f *graphql.CollectedField) part[T] {
		p.bytes += madeBytes
		required := f.Definition.Type.NonNull
		return part[T]{write: func(b []byte, v *T, w *work) []byte {
			t := get(v)
			if t.IsZero() && required {
				w.fail(errNull)
			}
			return appendMoment(b, t)
		}}
	}
}

// OfTable are the fields that a table describes.
func OfTable[T any](table []field.Of[T]) Fields[T] {
	fields := make(Fields[T], len(table))
	for _, f := range table {
		switch {
		case f.Text != nil:
			fields[f.Name] = Text(func(v *T) string { return *f.Text(v) })
		case f.Number != nil:
			fields[f.Name] = Whole(func(v *T) int64 { return *f.Number(v) })
		case f.Truth != nil:
			fields[f.Name] = Truth(func(v *T) bool { return *f.Truth(v) })
		default:
			fields[f.Name] = Moment(func(v *T) time.Time { return *f.Time(v) })
		}
	}
	return fields
}

// orNull is a field that is null where there is no value.
func orNull[T, U any](get func(*T) *U, of part[U]) part[T] {
	all := part[T]{write: func(b []byte, v *T, w *work) []byte {
		if u := get(v); u != nil {
			return of.write(b, u, w)
		}
		return append(b, null...)
	}}
	if of.ask != nil {
		all.ask = func(v *T, w *work, level int) {
			if u := get(v); u != nil {
				of.ask(u, w, level)
			}
		}
	}
	return all
}

// Maybe is a field of a value that may be absent: then it is null.
func Maybe[T, U any](get func(*T) *U, field Field[U]) Field[T] {
	return func(p *planner, f *graphql.CollectedField) part[T] {
		of := field(p, f)
		if of.write == nil {
			return part[T]{}
		}
		p.bytes += madeBytes
		return orNull(get, of)
	}
}

// Object is a field that is an object; null if there is none.
func Object[T, U any](t *Type[U], get func(*T) *U) Field[T] {
	return Maybe(get, t.Itself())
}

// Itself is a field whose value is the object.
func (t *Type[T]) Itself() Field[T] {
	return func(p *planner, f *graphql.CollectedField) part[T] { return t.plan(p, f.Selections) }
}

// Part is the fields of a value that is a part of another.
func Part[T, U any](get func(*T) *U, fields Fields[U]) Fields[T] {
	all := make(Fields[T], len(fields))
	for name, f := range fields {
		all[name] = Maybe(get, f)
	}
	return all
}

// Elements is a field that is a list of objects, which stand in a slice.
func Elements[T, U any](t *Type[U], all func(*T) []U) Field[T] {
	list := List(t, func(us *[]U) int { return len(*us) }, func(us *[]U, i int) *U { return &(*us)[i] })
	return Maybe(func(v *T) *[]U { return new(all(v)) }, list)
}

// List is a field that is a list of objects.
func List[T, U any](t *Type[U], count func(*T) int, at func(v *T, i int) *U) Field[T] {
	return func(p *planner, f *graphql.CollectedField) part[T] {
		element := t.plan(p, f.Selections)
		if element.write == nil {
			return part[T]{}
		}
		p.bytes += madeBytes
		all := part[T]{write: func(b []byte, v *T, w *work) []byte {
			b = append(b, '[')
			for i := range count(v) {
				if i > 0 {
					b = append(b, ',')
				}
				b = element.write(b, at(v, i), w)
				if !w.fits(len(b)) {
					break
				}
			}
			return append(b, ']')
		}}
		if element.ask != nil {
			all.ask = func(v *T, w *work, level int) {
				for i := range count(v) {
					element.ask(at(v, i), w, level)
				}
			}
		}
		return all
	}
}

// Asked is a Boolean that is looked up only when it is asked for.
func Asked[T any](ask func(*T, context.Context) (bool, error)) Field[T] {
	return leaf(func(b []byte, v *T, w *work) []byte {
		yes, err := ask(v, w.ctx)
		if err != nil {
			w.fail(err)
		}
		return strconv.AppendBool(b, yes)
	})
}
