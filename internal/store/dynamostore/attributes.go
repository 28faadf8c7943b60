package dynamostore

import (
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
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

// reader takes an item apart, or the row of a list. A missing attribute is a zero value; one of
// the wrong type is kept as the first error.
type reader struct {
	item item
	flat *flatRow // instead of item; it has no maps and lists
	err  error
}

// scalar is an attribute of a flat row.
func (l *reader) scalar(name, kind string) string {
	v, err := l.flat.scalar(name, kind)
	l.note(name, err)
	return v
}

func (l *reader) text(name string) string {
	if l.flat != nil {
		return l.scalar(name, "S")
	}
	v, ok := l.item[name].(*types.AttributeValueMemberS)
	if !ok {
		l.missing(name)
		return ""
	}
	return v.Value
}

func (l *reader) integer(name string) int64 {
	digits := ""
	if l.flat != nil {
		digits = l.scalar(name, "N")
	} else if v, ok := l.item[name].(*types.AttributeValueMemberN); ok {
		digits = v.Value
	}
	if digits == "" {
		l.missing(name)
		return 0
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	l.note(name, err)
	return n
}

func (l *reader) boolean(name string) bool {
	if l.flat != nil {
		return l.scalar(name, "BOOL") == "true"
	}
	v, ok := l.item[name].(*types.AttributeValueMemberBOOL)
	if !ok {
		l.missing(name)
		return false
	}
	return v.Value
}

func (l *reader) date(name string) time.Time {
	v := l.text(name)
	if v == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, v)
	l.note(name, err)
	return t
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
		l.note(name, fmt.Errorf("unexpected type"))
	}
}

func (l *reader) note(name string, err error) {
	if err != nil && l.err == nil {
		l.err = fmt.Errorf("stored attribute %s: %w", name, err)
	}
}
