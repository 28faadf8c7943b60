package respaldo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"
)

// Format is the newest format of backups that this program writes and reads.
const Format = 2

// listName is the list of a snapshot, in it.
const listName = "respaldo.sha256"

// header is the first line of a list. Tools that know sha256sum's format take it for a comment, as the last one.
type header struct {
	Format  int       `json:"formato"`
	Schema  int       `json:"esquema"` // of the database
	Program string    `json:"programa"`
	Taken   time.Time `json:"tomado"` // the data are as they were then
}

// entry is a file and the SHA-256 of its bytes.
type entry struct{ sum, path string }

const lastLine = "# completo "

// errList: the list of a backup is not as it was written.
var errList = errors.New("its list was cut short or changed")

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func formatList(h header, es []entry) ([]byte, error) {
	first, err := json.Marshal(h)
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n", first)
	for _, e := range es {
		if !e.valid() {
			err = errors.Join(err, fmt.Errorf("%q cannot stand in a list", e.path))
		}
		fmt.Fprintf(&b, "%s  %s\n", e.sum, e.path)
	}
	fmt.Fprintf(&b, "%s%d %s\n", lastLine, len(es), hexSum(b.Bytes()))
	return b.Bytes(), err
}

var isSum = regexp.MustCompile(`^[0-9a-f]{64}$`)

// valid refuses paths that leave the data folder, and those that sha256sum would write otherwise.
func (e entry) valid() bool {
	return isSum.MatchString(e.sum) && fs.ValidPath(e.path) && e.path != "." && !strings.ContainsAny(e.path, "\\\n\r")
}

// readList takes nothing but what formatList wrote, to the last byte.
func readList(text []byte) (h header, es []entry, err error) {
	first, rest, _ := strings.Cut(string(text), "\n")
	if json.Unmarshal([]byte(strings.TrimPrefix(first, "# ")), &h) != nil {
		return h, nil, errList
	}
	if h.Format > Format {
		return h, nil, fmt.Errorf("it has format %d, this program knows up to %d: use the newer version of carpeta that wrote it (%s)", h.Format, Format, h.Program)
	}
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, lastLine) {
			break
		}
		sum, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		es = append(es, entry{sum, path})
	}
	if written, err := formatList(h, es); err != nil || !bytes.Equal(written, text) {
		return h, nil, errList
	}
	return h, es, nil
}
