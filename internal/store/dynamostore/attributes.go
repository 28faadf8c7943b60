package dynamostore

import (
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
)

// item is a row as DynamoDB has it.
type item = map[string]types.AttributeValue

// aWrite is the token of the write that gave an item its present state.
const aWrite = "escritura"

// aExpires is the TTL attribute of the tables that have one: epoch seconds.
const aExpires = "expiraEn"

// isMine reports whether the stored item is the outcome of the write that wanted
// to store the other one.
func isMine(stored, wanted item) bool {
	a, ok := stored[aWrite].(*types.AttributeValueMemberS)
	b, ok2 := wanted[aWrite].(*types.AttributeValueMemberS)
	return ok && ok2 && a.Value == b.Value
}

// Times as text: documents keep milliseconds, sagas keep all digits, and
// what sorts has a fixed width.
const (
	formatMs    = "2006-01-02T15:04:05.000Z"
	formatSaga  = time.RFC3339Nano
	formatOrder = "2006-01-02T15:04:05.000000000Z"
)

func text(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }

func number[N int | int64](v N) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(int64(v), 10)}
}

func boolean(v bool) types.AttributeValue { return &types.AttributeValueMemberBOOL{Value: v} }

// setText leaves empty values out: they cost, and mean nothing.
func setText(i item, name, v string) {
	if v != "" {
		i[name] = text(v)
	}
}

// setCount leaves zero out, as setText does the empty.
func setCount(i item, name string, n int64) {
	if n != 0 {
		i[name] = number(n)
	}
}

// setMap leaves an empty map out.
func setMap(i item, name string, m item) {
	if len(m) > 0 {
		i[name] = &types.AttributeValueMemberM{Value: m}
	}
}

func setDate(i item, name string, t time.Time, format string) {
	if !t.IsZero() {
		i[name] = text(t.UTC().Format(format))
	}
}

func setExpiry(i item, t time.Time) {
	if !t.IsZero() {
		i[aExpires] = number(t.Unix())
	}
}

// names maps #x to x: half the good names are reserved words of DynamoDB.
func names(ns ...string) map[string]string {
	m := make(map[string]string, len(ns))
	for _, n := range ns {
		m["#"+n] = n
	}
	return m
}

// setFields writes the fields of a value into its item, but for what is empty. Truth is always written: filters ask for
// what is not true, too.
func setFields[T any](i item, fields []field.Of[T], v *T) {
	for n := range fields {
		switch f := &fields[n]; {
		case f.Text != nil:
			setText(i, f.Name, *f.Text(v))
		case f.Number != nil:
			setCount(i, f.Name, *f.Number(v))
		case f.Truth != nil:
			i[f.Name] = boolean(*f.Truth(v))
		case f.Name == aExpires:
			setExpiry(i, *f.Time(v))
		default:
			setDate(i, f.Name, *f.Time(v), formatMs)
		}
	}
}

// readFields reads them back.
func readFields[T any](i item, fields []field.Of[T], v *T) error {
	l := reader{item: i}
	for n := range fields {
		switch f := &fields[n]; {
		case f.Text != nil:
			*f.Text(v) = l.text(f.Name)
		case f.Number != nil:
			*f.Number(v) = l.integer(f.Name)
		case f.Truth != nil:
			*f.Truth(v) = l.boolean(f.Name)
		case f.Name == aExpires:
			*f.Time(v) = l.expires()
		default:
			*f.Time(v) = l.date(f.Name)
		}
	}
	return l.err
}

// reader takes an item apart. A missing attribute is a zero value; one of the wrong type is kept as the first error.
type reader struct {
	item item
	err  error
}

func (l *reader) text(name string) string {
	v, ok := l.item[name].(*types.AttributeValueMemberS)
	if !ok {
		l.missing(name)
		return ""
	}
	return v.Value
}

func (l *reader) integer(name string) int64 {
	v, ok := l.item[name].(*types.AttributeValueMemberN)
	if !ok {
		l.missing(name)
		return 0
	}
	n, err := strconv.ParseInt(v.Value, 10, 64)
	l.note(name, err)
	return n
}

func (l *reader) boolean(name string) bool {
	v, ok := l.item[name].(*types.AttributeValueMemberBOOL)
	if !ok {
		l.missing(name)
		return false
	}
	return v.Value
}

func (l *reader) bytes(name string) []byte {
	v, ok := l.item[name].(*types.AttributeValueMemberB)
	if !ok {
		l.missing(name)
		return nil
	}
	return v.Value
}

func (l *reader) date(name string) time.Time {
	t, err := dateOf(l.text(name))
	l.note(name, err)
	return t
}

func dateOf(v string) (time.Time, error) {
	if v == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339Nano, v)
}

func (l *reader) expires() time.Time {
	if n := l.integer(aExpires); n != 0 {
		return time.Unix(n, 0).UTC()
	}
	return time.Time{}
}

// nested opens a nested map with the same rules.
func (l *reader) nested(name string) *reader {
	v, ok := l.item[name].(*types.AttributeValueMemberM)
	if !ok {
		l.missing(name)
		return &reader{}
	}
	return &reader{item: v.Value}
}

func (l *reader) list(name string) []types.AttributeValue {
	v, ok := l.item[name].(*types.AttributeValueMemberL)
	if !ok {
		l.missing(name)
		return nil
	}
	return v.Value
}

func (l *reader) missing(name string) {
	if _, found := l.item[name]; found {
		l.note(name, errKind)
	}
}

func (l *reader) note(name string, err error) {
	if err != nil && l.err == nil {
		l.err = fmt.Errorf("stored attribute %s: %w", name, err)
	}
}
