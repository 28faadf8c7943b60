package dynamostore

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-json-experiment/json/jsontext"
)

// answerReader reads the JSON of an answer, value by value. It takes the shapes that this package's
// items have; anything else is an error, and the SDK reads it.
type answerReader struct{ json *jsontext.Decoder }

// decoders read one answer after the other. The service names no member twice.
var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

// readAnswer hands each member of an answer's object to member, which has to read its value.
func readAnswer(body []byte, member func(a answerReader, name []byte) error) error {
	d := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(d)
	d.Reset(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true))
	a := answerReader{d}
	return a.object(func(name []byte) error { return member(a, name) })
}

var errShape = errors.New("the answer has a shape that is not expected")

// object hands the name of each member to member, without quotes.
func (a answerReader) object(member func(name []byte) error) error {
	if err := a.token('{'); err != nil {
		return err
	}
	for a.json.PeekKind() != '}' {
		name, err := a.json.ReadValue()
		if err != nil {
			return err
		}
		if err := member(name[1 : len(name)-1]); err != nil {
			return err
		}
	}
	return a.token('}')
}

// list calls element for each.
func (a answerReader) list(element func() error) error {
	if err := a.token('['); err != nil {
		return err
	}
	for a.json.PeekKind() != ']' {
		if err := element(); err != nil {
			return err
		}
	}
	return a.token(']')
}

func (a answerReader) token(kind jsontext.Kind) error {
	t, err := a.json.ReadToken()
	if err == nil && t.Kind() != kind {
		err = errShape
	}
	return err
}

func (a answerReader) skip() error { return a.json.SkipValue() }

// text is a string, or a number or truth value as text.
func (a answerReader) text() (string, error) {
	v, err := a.scalar()
	return string(v), err
}

// scalar is text that is good until the next value is read.
func (a answerReader) scalar() ([]byte, error) {
	v, err := a.json.ReadValue()
	if err != nil {
		return nil, err
	}
	switch v.Kind() {
	case '"':
	case '0', 't', 'f':
		return v, nil
	default:
		return nil, errShape
	}
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1], nil
	}
	return jsontext.AppendUnquote(nil, v)
}

// same is a text, in the memory of one that is likely the same.
func same(b []byte, likely string) string {
	if string(b) == likely {
		return likely
	}
	return string(b)
}

func (a answerReader) count() (int, error) {
	n, err := a.text()
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(n)
}

// units is what the call consumed.
func (a answerReader) units() (units float64, err error) {
	err = a.object(func(name []byte) error {
		if string(name) != "CapacityUnits" {
			return a.skip()
		}
		n, err := a.text()
		if err == nil {
			units, err = strconv.ParseFloat(n, 64)
		}
		return err
	})
	return units, err
}

// item is a whole item, as the SDK would have it.
func (a answerReader) item() (item, error) {
	i := item{}
	err := a.object(func(name []byte) error {
		attribute := string(name)
		v, err := a.value()
		i[attribute] = v
		return err
	})
	return i, err
}

// value is an attribute's value: an object with its type as only name.
func (a answerReader) value() (v types.AttributeValue, err error) {
	err = a.object(func(kind []byte) (err error) {
		switch string(kind) {
		case "S":
			s := &types.AttributeValueMemberS{}
			s.Value, err = a.text()
			v = s
		case "N":
			n := &types.AttributeValueMemberN{}
			n.Value, err = a.text()
			v = n
		case "BOOL":
			s, e := a.text()
			v, err = &types.AttributeValueMemberBOOL{Value: s == "true"}, e
		case "B":
			digits, e := a.text()
			if err = e; err == nil {
				b := &types.AttributeValueMemberB{}
				b.Value, err = base64.StdEncoding.DecodeString(digits)
				v = b
			}
		case "M":
			i, e := a.item()
			v, err = &types.AttributeValueMemberM{Value: i}, e
		case "L":
			l := &types.AttributeValueMemberL{}
			err = a.list(func() error {
				e, err := a.value()
				l.Value = append(l.Value, e)
				return err
			})
			v = l
		case "SS":
			set := &types.AttributeValueMemberSS{}
			err = a.list(func() error {
				e, err := a.text()
				set.Value = append(set.Value, e)
				return err
			})
			v = set
		default:
			err = fmt.Errorf("type %q: %w", kind, errShape)
		}
		return err
	})
	if err == nil && v == nil {
		err = errShape
	}
	return v, err
}
