package config

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// leastContrast is that of text on its ground: WCAG 2.2, level AA.
const leastContrast = 4.5

// theme is what the application draws an accent on, and with: web/app/src/shared/ui/tokens.css.
type theme struct {
	flag, example string
	over          rgb   // text on a ground of the accent
	grounds       []rgb // of text in the accent; the second one is also mixed with a tenth of it
	better, word  string
}

var themes = []theme{
	{
		flag: "identidad-acento-claro", example: "#1d4f91", better: "darker", word: "light",
		over: 0xffffff, grounds: []rgb{0xf5f6f8, 0xffffff, 0xeceff3},
	},
	{
		flag: "identidad-acento-oscuro", example: "#9dc1f7", better: "lighter", word: "dark",
		over: 0x0d1b2e, grounds: []rgb{0x101317, 0x191d23, 0x242a32},
	},
}

// identidad checks how the application names and colours itself. A colour in which text cannot be read is refused.
func (v *validator) identidad(c *Config) {
	const longest = 40
	name := c.IdentidadNombre
	if utf8.RuneCountInString(name) > longest || strings.TrimSpace(name) != name || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		v.bad("identidad-nombre", "%q is no name; give 1 to %d characters that print, without space around them", name, longest)
	}
	for i, text := range []string{c.IdentidadAcentoClaro, c.IdentidadAcentoOscuro} {
		t := themes[i]
		colour, err := readColour(text)
		switch {
		case text == "":
		case err != nil:
			v.bad(t.flag, "%q is no colour; write for example %s", text, t.example)
		case t.contrast(colour) < leastContrast:
			v.bad(t.flag, "text in %s, or on it, has a contrast of %.1f in the %s theme, and cannot be read well (%.1f is the least); take a %s one, such as %s",
				text, math.Floor(t.contrast(colour)*10)/10, t.word, leastContrast, t.better, t.example)
		}
	}
}

// contrast is the least one that the accent has in this theme.
func (t theme) contrast(accent rgb) float64 {
	least := contrast(accent, t.over)
	for _, ground := range append([]rgb{t.grounds[1].mixed(accent, 0.1)}, t.grounds...) {
		least = min(least, contrast(accent, ground))
	}
	return least
}

// rgb is a colour of sRGB, a byte for each part.
type rgb uint32

func readColour(text string) (rgb, error) {
	digits, ok := strings.CutPrefix(text, "#")
	if !ok || len(digits) != 6 {
		return 0, strconv.ErrSyntax
	}
	c, err := strconv.ParseUint(digits, 16, 32)
	return rgb(c), err
}

func (c rgb) parts() [3]float64 {
	return [3]float64{float64(c >> 16 & 0xff), float64(c >> 8 & 0xff), float64(c & 0xff)}
}

// mixed is the colour with a part of another one, as color-mix(in srgb) has it.
func (c rgb) mixed(other rgb, part float64) (mix rgb) {
	theirs := other.parts()
	for i, own := range c.parts() {
		mix = mix<<8 | rgb(math.Round(own+(theirs[i]-own)*part))
	}
	return mix
}

// contrast is the ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b rgb) float64 {
	one, other := a.luminance(), b.luminance()
	return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

func (c rgb) luminance() (sum float64) {
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		part := c.parts()[i] / 255
		if part <= 0.04045 {
			sum += weight * part / 12.92
		} else {
			sum += weight * math.Pow((part+0.055)/1.055, 2.4)
		}
	}
	return sum
}
