package strictjson

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// FirstTexts reads the members of these names, which are texts, at the beginning of an
// object of which the end is missing. It reads no further than to another member.
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
