package attack

import (
	"bytes"
	"fmt"
	"sync"
)

// Tally is what an attack met.
type Tally struct {
	Taken   int            // answered, or taken without an answer
	Refused map[string]int // by code, or by how the connection ended

	mu sync.Mutex
}

func (t *Tally) take() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Taken++
}

// refuse counts a refusal, or how something ended that had been taken.
func (t *Tally) refuse(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Refused[what]++
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

func (t *Tally) String() string { return fmt.Sprintf("taken %d, refused %v", t.Taken, t.Refused) }
