package duracion_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

func TestLeer(t *testing.T) {
	for texto, quiere := range map[string]time.Duration{
		"1s": time.Second, "30m": 30 * time.Minute, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour,
		"366d": duracion.Max, "31622400s": duracion.Max, "90m": 90 * time.Minute,
	} {
		if hay, err := duracion.Leer(texto); hay != quiere || err != nil {
			t.Errorf("%q: %v, %v", texto, hay, err)
		}
	}
	for _, texto := range []string{
		"", "d", "7", "0s", "07d", "-1d", "+1d", "1.5h", "1h30m", " 1h", "1h ", "1H", "1w", "1ms", "367d", "31622401s", "999999999d", "١d", "1\u2009h", "1e3s", "0x1s",
	} {
		if hay, err := duracion.Leer(texto); err == nil {
			t.Errorf("%q was taken for %v", texto, hay)
		}
	}
}

func TestTexto(t *testing.T) {
	for _, texto := range []string{"1s", "59s", "61s", "30m", "90m", "1h", "25h", "7d"} {
		d, err := duracion.Leer(texto)
		if err != nil || duracion.Texto(d) != texto {
			t.Errorf("%q came back as %q, %v", texto, duracion.Texto(d), err)
		}
	}
	if hay := duracion.Texto(0); hay != "0s" {
		t.Error(hay)
	}
}

func FuzzLeer(f *testing.F) {
	for _, texto := range []string{"1s", "24h", "7d", "0d", "x"} {
		f.Add(texto)
	}
	f.Fuzz(func(t *testing.T, texto string) {
		d, err := duracion.Leer(texto)
		if err != nil {
			return
		}
		otra, err := duracion.Leer(duracion.Texto(d))
		if d < time.Second || d > duracion.Max || err != nil || otra != d {
			t.Errorf("%q: %v, then %v, %v", texto, d, otra, err)
		}
	})
}
