package respaldo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// entry is a stored file and the SHA-256 of its bytes.
type entry struct{ sum, path string }

// lastLine ends a list. Tools that know sha256sum's format take it for a comment.
const lastLine = "# completo "

// errList: the list of a backup is not as it was written.
var errList = errors.New("its list was cut short or changed")

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func formatList(es []entry) []byte {
	var b bytes.Buffer
	for _, e := range es {
		fmt.Fprintf(&b, "%s  %s\n", e.sum, e.path)
	}
	fmt.Fprintf(&b, "%s%d %s\n", lastLine, len(es), hexSum(b.Bytes()))
	return b.Bytes()
}

// The lists of 0.1.0 lack the SHA-256 of some pieces: those of a file that was known from before, whose content another
// file had just brought. The pieces are whole.
var listLine = regexp.MustCompile(`^((?:[0-9a-f]{64})?)  (datos/[0-9a-f]{2}/[0-9a-f]{64}|respaldos/[0-9A-Za-z-]+\.json(?:\.age)?)$`)

// whole reports whether a list can be read, and lacks nothing.
func whole(list []byte) bool {
	es, err := readList(list)
	return err == nil && !slices.ContainsFunc(es, func(e entry) bool { return e.sum == "" })
}

// readList takes nothing but what formatList wrote, to the last byte.
func readList(text []byte) ([]entry, error) {
	at := bytes.LastIndex(text, []byte(lastLine))
	if at < 0 {
		return nil, errList
	}
	var es []entry
	for line := range strings.Lines(string(text[:at])) {
		m := listLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			return nil, errList
		}
		es = append(es, entry{m[1], m[2]})
	}
	if !bytes.Equal(formatList(es), text) {
		return nil, errList
	}
	return es, nil
}
