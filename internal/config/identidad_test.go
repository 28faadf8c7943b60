package config

import "testing"

// TestContrast: the figures of WCAG's definition.
func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b      rgb
		want, off float64
	}{
		{0x000000, 0xffffff, 21, 0}, {0x777777, 0xffffff, 4.48, 0.01}, {0x767676, 0xffffff, 4.54, 0.01}, {0x1d4f91, 0x1d4f91, 1, 0},
	} {
		if got := contrast(c.a, c.b); got < c.want-c.off || got > c.want+c.off || got != contrast(c.b, c.a) {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// TestWhatIsProposedCanBeRead: for any colour, in both themes.
func TestWhatIsProposedCanBeRead(t *testing.T) {
	for _, theme := range themes {
		if example, err := readColour(theme.example); err != nil || theme.contrast(example) < leastContrast {
			t.Errorf("%s: the example %s is refused", theme.flag, theme.example)
		}
		for colour := rgb(0); colour <= 0xffffff; colour += 0x010307 {
			if shade := theme.readable(colour); theme.contrast(shade) < leastContrast {
				t.Fatalf("%s: %s for %s has %.2f", theme.flag, shade, colour, theme.contrast(shade))
			}
		}
	}
}
