package field

import "time"

// Of is a field of a T: its name, and where a value has it. One of the places is not nil; the kind of the field
// follows from it.
type Of[T any] struct {
	Name   string
	Text   func(*T) *string
	Number func(*T) *int64
	Truth  func(*T) *bool
	Time   func(*T) *time.Time
}

// Text is a field with a text.
func Text[T any](name string, at func(*T) *string) Of[T] { return Of[T]{Name: name, Text: at} }

// Number is a field with a whole number.
func Number[T any](name string, at func(*T) *int64) Of[T] { return Of[T]{Name: name, Number: at} }

// Truth is a field that is true or false.
func Truth[T any](name string, at func(*T) *bool) Of[T] { return Of[T]{Name: name, Truth: at} }

// Time is a field with a time.
func Time[T any](name string, at func(*T) *time.Time) Of[T] { return Of[T]{Name: name, Time: at} }

// In is the field of a part, as a field of the whole.
func In[T, P any](f Of[P], part func(*T) *P) Of[T] {
	whole := Of[T]{Name: f.Name}
	switch {
	case f.Text != nil:
		whole.Text = func(v *T) *string { return f.Text(part(v)) }
	case f.Number != nil:
		whole.Number = func(v *T) *int64 { return f.Number(part(v)) }
	case f.Truth != nil:
		whole.Truth = func(v *T) *bool { return f.Truth(part(v)) }
	default:
		whole.Time = func(v *T) *time.Time { return f.Time(part(v)) }
	}
	return whole
}
