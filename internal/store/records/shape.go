package records

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
)

// Shape says how the fields of a value are an item's attributes: it has a row of its table for each.
type Shape[T any] struct {
	fields   []field.Of[T]
	byName   map[string]int
	byNumber atomic.Pointer[numbers] // of the source that was met last: there is one file in a process
}

// numbers say which field each number of a source's names is; -1 is none.
type numbers struct {
	names  []string
	fields []int
}

// NewShape is the shape of a table of fields.
func NewShape[T any](fields ...field.Of[T]) *Shape[T] {
	s := &Shape[T]{fields: fields, byName: make(map[string]int, len(fields))}
	for n := range fields {
		s.byName[fields[n].Name] = n
	}
	return s
}

// Put adds the fields of a value to its item, but for what is empty. Truth is always written: filters ask for what is not
// true, too.
func (s *Shape[T]) Put(i Item, v *T) Item {
	for n := range s.fields {
		switch f := &s.fields[n]; {
		case f.Text != nil:
			i.With(f.Name, Text(*f.Text(v)))
		case f.Number != nil:
			i.With(f.Name, Number(*f.Number(v)))
		case f.Truth != nil:
			i[f.Name] = Truth(*f.Truth(v))
		default:
			i.With(f.Name, Millis(*f.Time(v)))
		}
	}
	return i
}

// Of is the value in an item.
func (s *Shape[T]) Of(i Item) (v T, err error) {
	for name, a := range i {
		n, known := s.byName[name]
		switch {
		case !known:
		case a.Kind == KindText && s.fields[n].Text != nil:
			*s.fields[n].Text(&v) = a.Text
		case a.Kind == KindText && s.fields[n].Time != nil:
			at, more := ParseTime(a.Text)
			*s.fields[n].Time(&v), err = at, errors.Join(err, named(name, more))
		default:
			err = errors.Join(err, named(name, s.set(n, &v, Scalar{Kind: a.Kind, Num: a.Num})))
		}
	}
	return v, err
}

func named(name string, err error) error {
	if err != nil {
		return fmt.Errorf("stored attribute %s: %w", name, err)
	}
	return nil
}

// numbered are the fields by the numbers of a source's names.
func (s *Shape[T]) numbered(names []string) *numbers {
	known := s.byNumber.Load()
	if known != nil && len(known.names) == len(names) && (len(names) == 0 || &known.names[0] == &names[0]) {
		return known
	}
	n := &numbers{names: names, fields: make([]int, len(names))}
	for number, name := range names {
		n.fields[number] = -1
		if at, found := s.byName[name]; found {
			n.fields[number] = at
		}
	}
	s.byNumber.Store(n)
	return n
}

// Reader reads values of a shape one after the other. Texts that one has in common with the one before are kept once.
type Reader[T any] struct {
	Shape *Shape[T]
	Watch string // an attribute that is no field
	Seen  bool   // whether the item that was read last has it

	before *T
}

// Read reads the next value.
func (r *Reader[T]) Read(s Source, v *T) (err error) {
	if r.before == nil {
		r.before = v
	}
	r.Seen = false
	if numbered, ok := s.(Numbered); ok {
		err = r.readNumbered(numbered, v)
	} else {
		err = r.readNamed(s, v)
	}
	r.before = v
	return err
}

func (r *Reader[T]) readNamed(s Source, v *T) error {
	fields, at := r.Shape.fields, 0 // most items have their attributes in the order of the table
	for {
		name, more, err := s.Next()
		if !more || err != nil {
			return err
		}
		n := at
		if n >= len(fields) || fields[n].Name != name {
			var known bool
			if n, known = r.Shape.byName[name]; !known {
				r.Seen = r.Seen || name == r.Watch
				continue
			}
		}
		at = n + 1
		if err := r.take(s, n, v); err != nil {
			return named(name, err)
		}
	}
}

func (r *Reader[T]) readNumbered(s Numbered, v *T) error {
	var known *numbers
	for {
		number, more, err := s.NextNumbered()
		if !more || err != nil {
			return err
		}
		if known == nil || number >= len(known.fields) {
			known = r.Shape.numbered(s.Names())
		}
		n := known.fields[number]
		if n < 0 {
			r.Seen = r.Seen || r.Watch != "" && known.names[number] == r.Watch
			continue
		}
		if err := r.take(s, n, v); err != nil {
			return named(known.names[number], err)
		}
	}
}

// take reads the attribute of field n.
func (r *Reader[T]) take(s Source, n int, v *T) error {
	a, err := s.Scalar()
	if err != nil {
		return err
	}
	if f := &r.Shape.fields[n]; f.Text != nil && a.Kind == KindText {
		*f.Text(v) = s.Text(*f.Text(r.before))
		return nil
	}
	return r.Shape.set(n, v, a)
}

// set sets a field that is no text.
func (s *Shape[T]) set(n int, v *T, a Scalar) (err error) {
	f := &s.fields[n]
	switch {
	case f.Number != nil && a.Kind == KindNumber:
		*f.Number(v) = a.Num
	case f.Truth != nil && a.Kind == KindTruth:
		*f.Truth(v) = a.Num != 0
	case f.Time != nil && a.Kind == KindText:
		*f.Time(v), err = ParseTime(a.Raw)
	case f.Time != nil && a.Kind == KindNumber: // a second of expiry
		*f.Time(v) = time.Unix(a.Num, 0).UTC()
	default:
		err = ErrKind
	}
	return err
}
