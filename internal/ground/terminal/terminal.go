package terminal

import (
	"fmt"
	"strings"
	"unicode"
)

// Safe writes what a terminal would obey, or what shows a text otherwise than it is, as in JSON (\u001b): control
// characters (C0, DEL, C1), breaks of lines and paragraphs, changes of direction. So the JSON of a text stays its JSON.
func Safe(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd") // a terminal of one byte would obey 0x9b
	if !strings.ContainsFunc(text, deceives) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if deceives(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// deceives: all of them are in the plane that four digits name.
func deceives(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}
