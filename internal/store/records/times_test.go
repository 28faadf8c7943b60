package records_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// TestParseTime: a time is read as time.Parse reads it, and what is no time is refused.
func TestParseTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.UnixMilli(rapid.Int64Range(-62135596799999, 253402300799999).Draw(t, "ms")).UTC() // years 1 to 9999
		text := at.Format(rapid.SampledFrom([]string{records.FormatMillis, records.FormatNanos, records.FormatOrder}).Draw(t, "format"))
		if rapid.Bool().Draw(t, "broken") {
			b := []byte(text)
			b[rapid.IntRange(0, len(b)-1).Draw(t, "place")] = rapid.SampledFrom([]byte("0123456789-T:.Zx")).Draw(t, "byte")
			text = string(b)
		}
		want, wrong := time.Parse(time.RFC3339Nano, text)
		if got, err := records.ParseTime(text); !got.Equal(want) || (err == nil) != (wrong == nil) || err == nil && got != want {
			t.Fatalf("%s: %v, %v; want %v, %v", text, got, err, want, wrong)
		}
	})
	if got, err := records.ParseTime(""); !got.IsZero() || err != nil {
		t.Errorf("no text: %v, %v", got, err)
	}
}
