package relay

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// MomentCursor says that its holder has everything of a kind, in one thing, until a moment. It protects nothing:
// whoever follows the thing may see it from any moment on.
func MomentCursor(kind, of string, until time.Time) string {
	return momentPrefix(kind, of) + strconv.FormatInt(until.UnixMilli(), 36)
}

// OpenMoment is the moment of a MomentCursor; false if it is of another kind or thing, or not between the two.
func OpenMoment(kind, of, cursor string, earliest, latest time.Time) (time.Time, bool) {
	rest, own := strings.CutPrefix(cursor, momentPrefix(kind, of))
	ms, err := strconv.ParseInt(rest, 36, 64)
	until := time.UnixMilli(ms)
	if !own || err != nil || until.After(latest) || until.Before(earliest) {
		return time.Time{}, false
	}
	return until.UTC(), true
}

// momentPrefix tells the cursors of two things apart.
func momentPrefix(kind, of string) string {
	h := sha256.Sum256([]byte(of))
	return kind + "-" + hex.EncodeToString(h[:6]) + "-"
}
