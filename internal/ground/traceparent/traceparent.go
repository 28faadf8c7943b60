package traceparent

import (
	"regexp"
	"strings"
)

// length of a header: version, trace, span and flags, with a dash between each two.
const length = 2 + 1 + 32 + 1 + 16 + 1 + 2

var form = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)

// Ids of zeros are those of nothing.
const (
	noTrace = "00-00000000000000000000000000000000-"
	noSpan  = "-0000000000000000-"
)

// Valid reports whether a text is a header of version 00.
func Valid(text string) bool {
	return len(text) == length && form.MatchString(text) && !strings.HasPrefix(text, noTrace) && !strings.Contains(text, noSpan)
}

// Recorded is the id of the trace of a valid header, if somebody records it; otherwise "".
func Recorded(text string) (traceID string) {
	if len(text) != length || strings.IndexByte("13579bdf", text[length-1]) < 0 { // the last bit of the flags
		return ""
	}
	return text[3:35]
}
