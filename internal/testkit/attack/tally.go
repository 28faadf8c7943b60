package attack

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Tally is what an attack met.
type Tally struct {
	Taken   int             // answered, or taken without an answer
	Refused map[string]int  // by code, or by how the connection ended
	Times   []time.Duration // of refusals, in order

	mu sync.Mutex
}

// maxTimes are the refusals whose times are kept.
const maxTimes = 100_000

func (t *Tally) take() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Taken++
}

// end counts how something ended that had been taken.
func (t *Tally) end(how string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Refused[how]++
}

// refuse counts a refusal of what was begun then.
func (t *Tally) refuse(what string, since time.Time) {
	t.end(what)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.Times) < maxTimes {
		t.Times = append(t.Times, time.Since(since))
	}
}

// codeOf is the code of a refusal: of the API, or of a signed link; "" of any other answer.
func codeOf(text []byte) string {
	for _, name := range []string{`"code":"`, `"codigo":"`} {
		_, rest, found := bytes.Cut(text, []byte(name))
		if code, _, closed := bytes.Cut(rest, []byte(`"`)); found && closed {
			return string(code)
		}
	}
	return ""
}

// whole is the tally when nothing more is counted.
func (t *Tally) whole() *Tally {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.Sort(t.Times)
	return t
}

// Percentile of the times of refusals; 0 if there are none.
func (t *Tally) Percentile(p int) time.Duration {
	if len(t.Times) == 0 {
		return 0
	}
	return t.Times[min(len(t.Times)*p/100, len(t.Times)-1)]
}

// String says what was refused, the most frequent first.
func (t *Tally) String() string {
	var whats []string
	for what := range t.Refused {
		whats = append(whats, what)
	}
	slices.SortFunc(whats, func(a, b string) int {
		return cmp.Or(cmp.Compare(t.Refused[b], t.Refused[a]), cmp.Compare(a, b))
	})
	parts := []string{fmt.Sprintf("taken %d", t.Taken)}
	for _, what := range whats {
		parts = append(parts, fmt.Sprintf("%s %d", what, t.Refused[what]))
	}
	return strings.Join(parts, ", ")
}
