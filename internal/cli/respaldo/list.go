package respaldo

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/format"
)

// Format is the format of backups that this program writes and reads.
const Format = 3

// listName is the list of a snapshot, in it.
const listName = "respaldo.sha256"

// header is the first line of a list. For sha256sum it is a comment, as the last one is.
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

func formatList(h header, es []entry) []byte {
	first, _ := json.Marshal(h)
	b := fmt.Appendf(nil, "# %s\n", first)
	for _, e := range es {
		b = fmt.Appendf(b, "%s  %s\n", e.sum, e.path)
	}
	return fmt.Appendf(b, "%s%d %x\n", lastLine, len(es), sha256.Sum256(b))
}

// readList refuses a list that is not byte by byte what formatList wrote. It gives the header of a list of another
// format, too.
func readList(text []byte) (h header, es []entry, err error) {
	first, rest, _ := strings.Cut(string(text), "\n")
	if json.Unmarshal([]byte(strings.TrimPrefix(first, "# ")), &h) != nil {
		return h, nil, errList
	}
	if err := cmp.Or(format.Check(h.Format, Format), format.Check(h.Schema, boltstore.Schema)); err != nil {
		return h, nil, fmt.Errorf("%s wrote it: %w", h.Program, err)
	}
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, lastLine) {
			break
		}
		sum, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		es = append(es, entry{sum, path})
	}
	if !bytes.Equal(formatList(h, es), text) {
		return h, nil, errList
	}
	return h, es, nil
}
