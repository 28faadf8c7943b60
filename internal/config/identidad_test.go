package config

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"testing"
)

// String is the colour as a setting has it.
func (c rgb) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

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

// TestTheExamplesCanBeRead: those that a refusal names.
func TestTheExamplesCanBeRead(t *testing.T) {
	for _, theme := range themes {
		if example, err := readColour(theme.example); err != nil || theme.contrast(example) < leastContrast {
			t.Errorf("%s: the example %s is refused", theme.flag, theme.example)
		}
	}
}

// TestTheAccentsAreHeldToWhatTheApplicationDraws: the grounds and texts of its style sheet.
func TestTheAccentsAreHeldToWhatTheApplicationDraws(t *testing.T) {
	sheet, err := os.ReadFile("../../web/app/src/shared/ui/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	token := func(name string) [2]rgb { // of the light and the dark theme
		found := regexp.MustCompile(`--` + name + `: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);`).FindSubmatch(sheet)
		if found == nil {
			t.Fatalf("tokens.css has no --%s of two colours", name)
		}
		var of [2]rgb
		for i := range of {
			if of[i], err = readColour(string(found[i+1])); err != nil {
				t.Fatal(err)
			}
		}
		return of
	}
	for i, theme := range themes {
		if want := token("sobre-acento")[i]; theme.over != want {
			t.Errorf("%s: text on it is %s, want %s", theme.flag, theme.over, want)
		}
		if want := []rgb{token("fondo")[i], token("papel")[i], token("hundido")[i]}; !slices.Equal(theme.grounds, want) {
			t.Errorf("%s: grounds %v, want %v", theme.flag, theme.grounds, want)
		}
	}
	if !bytes.Contains(sheet, []byte("--suave: color-mix(in srgb, var(--acento) 10%, var(--papel));")) {
		t.Error("the soft ground is another mixture than theme.contrast takes")
	}
}
