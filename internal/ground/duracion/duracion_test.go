package duracion_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1s": time.Second, "30m": 30 * time.Minute, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour,
		"366d": duracion.Max, "31622400s": duracion.Max, "90m": 90 * time.Minute,
	} {
		if ok, err := duracion.Parse(text); ok != want || err != nil {
			t.Errorf("%q: %v, %v", text, ok, err)
		}
	}
	for _, text := range []string{
		"", "d", "7", "0s", "07d", "-1d", "+1d", "1.5h", "1h30m", " 1h", "1h ", "1H", "1w", "1ms", "367d", "31622401s", "999999999d", "١d", "1\u2009h", "1e3s", "0x1s",
	} {
		if ok, err := duracion.Parse(text); err == nil {
			t.Errorf("%q was taken for %v", text, ok)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, text := range []string{"1s", "59s", "61s", "30m", "90m", "1h", "25h", "7d"} {
		d, err := duracion.Parse(text)
		if err != nil || duracion.Format(d) != text {
			t.Errorf("%q came back as %q, %v", text, duracion.Format(d), err)
		}
	}
	if ok := duracion.Format(0); ok != "0s" {
		t.Error(ok)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"1s", "24h", "7d", "0d", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := duracion.Parse(text)
		if err != nil {
			return
		}
		other, err := duracion.Parse(duracion.Format(d))
		if d < time.Second || d > duracion.Max || err != nil || other != d {
			t.Errorf("%q: %v, then %v, %v", text, d, other, err)
		}
	})
}
