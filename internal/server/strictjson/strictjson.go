package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// ReadObject reads the members of one JSON object, with nothing after it and at most
// so many values in it.
func ReadObject(data []byte, most int) (members map[string]json.RawMessage, err error) {
	if err := Check(data, most); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, err
	}
	if members == nil {
		return nil, errNoObject // but null
	}
	return members, nil
}

// Check accepts one JSON value in which no object has two members of one name: parsers disagree about which of them counts,
// and encoding/json takes the last. It stops at the first value too many, because three bytes of an empty list become fifty
// in memory.
func Check(data []byte, most int) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(data))
	if err := skip(d, len(data), most); err != nil {
		return err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return errNoObject
	}
	return nil
}

// skip reads one value. Each value in it takes two bytes or more, so that those of a short text need not be counted.
func skip(d *jsontext.Decoder, length, most int) error {
	if length <= 2*most {
		_, err := d.ReadValue()
		return err
	}
	for values := 0; ; {
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		if token.Kind() != '}' && token.Kind() != ']' {
			if values++; values > most {
				return ErrTooMany
			}
		}
		if d.StackDepth() == 0 {
			return nil
		}
	}
}

// ErrTooMany is JSON with more values than may be.
var ErrTooMany = errors.New("strictjson: too many values")

// ErrTwice is an object with two members of one name.
var ErrTwice = jsontext.ErrDuplicateName

var errNoObject = errors.New("strictjson: not one JSON object")

// ReadMember decodes a member; absent and null leave the zero value. Numbers keep
// all their digits.
func ReadMember(raw json.RawMessage, into any) bool {
	if len(raw) == 0 {
		return true
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into) == nil
}

// FirstTexts reads the members of these names, whose values are strings, at the beginning of an object whose end is missing.
// It stops at the first other member.
func FirstTexts(data []byte, names ...string) map[string]string {
	d, found := jsontext.NewDecoder(bytes.NewReader(data)), map[string]string{}
	if begin, err := d.ReadToken(); err != nil || begin.Kind() != '{' {
		return found
	}
	for {
		name, ok := readText(d)
		if !ok || !slices.Contains(names, name) {
			return found
		}
		text, ok := readText(d)
		if !ok {
			return found
		}
		found[name] = text
	}
}

func readText(d *jsontext.Decoder) (text string, ok bool) {
	token, err := d.ReadToken()
	if err != nil || token.Kind() != '"' {
		return "", false
	}
	return token.String(), true
}
