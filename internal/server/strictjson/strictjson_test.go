package strictjson_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

func TestReadObject(t *testing.T) {
	for text, fits := range map[string]bool{
		`{}`: true, `{"a":1}`: true, ` {"a":{"b":1},"c":{"b":1}} `: true,
		``: false, `null`: false, `[]`: false, `"a"`: false, `{"a":1} {}`: false, `{"a":1}x`: false, `{"a":1,}`: false,
		`{"a":1,"a":1}`: false, `{"a":1,"\u0061":2}`: false, `{"x":[{"b":1,"b":1}]}`: false,
	} {
		if _, err := strictjson.ReadObject([]byte(text), 100); (err == nil) != fits {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := strictjson.Check([]byte(`{"x":{"b":1,"b":1}}`), 100); !errors.Is(err, strictjson.ErrTwice) {
		t.Errorf("two of one name: %v", err)
	}
}

// TestValuesAreCounted: the object, each name, and each element, however deep.
func TestValuesAreCounted(t *testing.T) {
	const most = 100
	elements := func(n int) []byte { // beside them: the object, a name, the list, an empty list and an empty object
		return []byte(`{"a":[` + strings.Repeat("1,", n) + `[],{}]}`)
	}
	if err := strictjson.Check(elements(most-5), most); err != nil {
		t.Error(err)
	}
	if err := strictjson.Check(elements(most-4), most); !errors.Is(err, strictjson.ErrTooMany) {
		t.Errorf("%d values where %d may be: %v", most+1, most, err)
	}
}

// TestReadMember: absent and null leave what was there, and numbers keep their digits.
func TestReadMember(t *testing.T) {
	got := map[string]any{}
	if !strictjson.ReadMember(json.RawMessage(`{"n":9007199254740993}`), &got) {
		t.Fatal("not read")
	}
	if diff := cmp.Diff(map[string]any{"n": json.Number("9007199254740993")}, got); diff != "" {
		t.Error(diff)
	}
	text := "before"
	for _, raw := range []string{``, `null`} {
		if !strictjson.ReadMember(json.RawMessage(raw), &text) || text != "before" {
			t.Errorf("%q gives %q", raw, text)
		}
	}
	if strictjson.ReadMember(json.RawMessage(`7`), &text) {
		t.Error("a number is no text")
	}
}
