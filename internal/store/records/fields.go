package records

import "time"

// Fields takes an item apart, attribute by attribute. One that is absent has the zero value. One of another kind has it too,
// and the first of these mistakes is in Err.
type Fields struct {
	Item Item
	Err  error
}

func (f *Fields) value(name string, k Kind) Value {
	v, there := f.Item[name]
	if there && v.Kind != k {
		f.Note(name, ErrKind)
		return Value{}
	}
	return v
}

// Note keeps an error of an attribute, if it is the first.
func (f *Fields) Note(name string, err error) {
	if f.Err == nil {
		f.Err = named(name, err)
	}
}

// Text is the attribute with this name, as the next ones are.
func (f *Fields) Text(name string) string { return f.value(name, KindText).Text }

// Number is a whole number.
func (f *Fields) Number(name string) int64 { return f.value(name, KindNumber).Num }

// Truth is a truth value.
func (f *Fields) Truth(name string) bool { return f.value(name, KindTruth).Num != 0 }

// Bytes are bytes.
func (f *Fields) Bytes(name string) []byte { return []byte(f.value(name, KindBytes).Text) }

// List is a list.
func (f *Fields) List(name string) []Value { return f.value(name, KindList).List }

// Nested are the attributes of a map.
func (f *Fields) Nested(name string) *Fields { return &Fields{Item: f.value(name, KindMap).Map} }

// Time is a time that is kept as text; see Date.
func (f *Fields) Time(name string) time.Time {
	t, err := ParseTime(f.Text(name))
	f.Note(name, err)
	return t
}

// Second is a time that is kept in seconds; see Second.
func (f *Fields) Second(name string) time.Time {
	if n := f.Number(name); n != 0 {
		return time.Unix(n, 0).UTC()
	}
	return time.Time{}
}
