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
	Taken    int            // answered, or taken without an answer
	Refused  map[string]int // by code, or by how the connection ended
	Times    []time.Duration
	FirstRef time.Duration // from the beginning to the first refusal; 0 for none

	mu    sync.Mutex
	begin time.Time
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
	if t.FirstRef == 0 {
		t.FirstRef = time.Since(t.begin)
	}
	if len(t.Times) < maxTimes {
		t.Times = append(t.Times, time.Since(since))
	}
}

// answer counts an answer of GraphQL: a code of an error, or none.
func (t *Tally) answer(text []byte, since time.Time) {
	if code := codeOf(text); code != "" {
		t.refuse(code, since)
		return
	}
	t.take()
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

func (t *Tally) sort() { slices.Sort(t.Times) }

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
