package traceparent_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/traceparent"
)

func TestHeaders(t *testing.T) {
	const id = "0af7651916cd43dd8448eb211c80319c"
	for text, want := range map[string]struct {
		valid bool
		id    string
	}{
		"":                                  {},
		"00-a-b-01":                         {},
		"00-" + id + "-b7ad6b7169203331-00": {valid: true},
		"00-" + id + "-b7ad6b7169203331-01": {true, id},
		"00-" + id + "-b7ad6b7169203331-03": {true, id},
		"00-" + id + "-b7ad6b7169203331-0f": {true, id},
		"01-" + id + "-b7ad6b7169203331-00": {},
		"00-" + id + "-0000000000000000-00": {},
		"00-00000000000000000000000000000000-b7ad6b7169203331-00": {},
	} {
		if got := traceparent.Valid(text); got != want.valid {
			t.Errorf("%q: valid %v", text, got)
		}
		if got := traceparent.Recorded(text); got != want.id {
			t.Errorf("%q: recorded in %q", text, got)
		}
	}
}
