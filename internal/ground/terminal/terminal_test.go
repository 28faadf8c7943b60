package terminal_test

import (
	"encoding/json"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/terminal"
)

func TestSafe(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"Ñandú «x» – 日本 👩‍👧":          "Ñandú «x» – 日本 👩‍👧",
		"\x1b[2Jfalso":                `\u001b[2Jfalso`,
		"a\tb\nc\x00\x7f":             `a\u0009b\u000ac\u0000\u007f`,
		"\u0080\u009b31m\u009f\u00a0": `\u0080\u009b31m\u009f` + "\u00a0",
		"factura\u202efdp.exe":        `factura\u202efdp.exe`,
		"\u061c\u200e\u200f\u2066\u2069\u2028\u2029": `\u061c\u200e\u200f\u2066\u2069\u2028\u2029`,
		"\x9b\xff": "\ufffd",
	} {
		if got := terminal.Safe(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSafeJSON: what it makes of JSON says the same.
func TestSafeJSON(t *testing.T) {
	const text = "a\u009b\u202e\x1b\""
	raw, err := json.Marshal(text)
	var got string
	if err == nil {
		err = json.Unmarshal([]byte(terminal.Safe(string(raw))), &got)
	}
	if err != nil || got != text {
		t.Errorf("%q, %v", got, err)
	}
}
