package records

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
)

// Shape says how the fields of a value are an item's attributes: it has a row of its table for each.
type Shape[T any] struct {
	fields  []field.Of[T]
	columns *Columns  // the fields, and the attributes that are watched
	readers sync.Pool // of Read
}

// NewShape is the shape of a table of fields.
func NewShape[T any](fields ...field.Of[T]) *Shape[T] {
	s := &Shape[T]{fields: fields}
	return s.Watching()
}

// Watching has a Reader tell whether items have an attribute that is no field, or one of these.
func (s *Shape[T]) Watching(names ...string) *Shape[T] {
	var all []string
	for n := range s.fields {
		all = append(all, s.fields[n].Name)
	}
	c := NewColumns(append(all, names...)...)
	for n := range s.fields {
		c.times[n] = s.fields[n].Time != nil
	}
	return &Shape[T]{fields: s.fields, columns: c}
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
	for n := range s.fields {
		if a, there := i[s.fields[n].Name]; there {
			err = errors.Join(err, s.set(n, &v, &Scalar{a.Kind, a.Num, a.Text}))
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

// Read reads one value.
func (s *Shape[T]) Read(src Source, v *T) error {
	r, used := s.readers.Get().(*Reader[T])
	if !used {
		r = &Reader[T]{Shape: s}
	}
	defer s.readers.Put(r)
	return r.Read(src, v)
}

// Reader reads values of a shape one after the other. Texts that one has in common with the one before are kept once.
type Reader[T any] struct {
	Shape *Shape[T]
	Seen  bool // the item that was read last has what the shape watches

	row []Scalar // the attributes of the item
}

// Read reads the next value.
func (r *Reader[T]) Read(s Source, v *T) error {
	row, fields := r.row, r.Shape.fields
	if r.row = nil; row == nil { // it is kept if nothing goes wrong
		row = make([]Scalar, len(r.Shape.columns.names))
	}
	if err := s.Scan(r.Shape.columns, row); err != nil {
		return err
	}
	for n := range fields {
		a := &row[n]
		switch text := fields[n].Text; {
		case a.Kind == KindNone:
			continue
		case a.Kind == KindText && text != nil: // most are
			*text(v) = a.Text
		default:
			if err := r.Shape.set(n, v, a); err != nil {
				return err
			}
		}
		a.Kind = KindNone
	}
	r.Seen = false
	for n := len(fields); n < len(row); n++ {
		r.Seen = r.Seen || row[n].Kind != KindNone
		row[n].Kind = KindNone
	}
	r.row = row
	return nil
}

// set sets a field.
func (s *Shape[T]) set(n int, v *T, a *Scalar) (err error) {
	f := &s.fields[n]
	switch {
	case f.Text != nil && a.Kind == KindText:
		*f.Text(v) = a.Text
	case f.Number != nil && a.Kind == KindNumber:
		*f.Number(v) = a.Num
	case f.Truth != nil && a.Kind == KindTruth:
		*f.Truth(v) = a.Num != 0
	case f.Time != nil && a.Kind == kindMillis:
		*f.Time(v) = time.UnixMilli(a.Num).UTC()
	case f.Time != nil && a.Kind == KindText:
		*f.Time(v), err = ParseTime(a.Text)
	case f.Time != nil && a.Kind == KindNumber: // a second of expiry
		*f.Time(v) = time.Unix(a.Num, 0).UTC()
	default:
		err = ErrKind
	}
	if err != nil {
		return named(f.Name, err)
	}
	return nil
}
