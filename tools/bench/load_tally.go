package main

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// tally has how long each request was waited for, by kind, and what went wrong, by code. It keeps eight bytes a request.
type tally struct {
	mu     sync.Mutex
	waited map[string]sample
	errors map[string]int // by kind and code
	first  map[string]error
	asked  int // operations of GraphQL that were answered
	recent sample
}

func newTally() *tally {
	return &tally{waited: map[string]sample{}, errors: map[string]int{}, first: map[string]error{}}
}

// coded is a failure that the server names.
type coded struct {
	code string
	err  error
}

func (c *coded) Error() string { return c.code + ": " + c.err.Error() }
func (c *coded) Unwrap() error { return c.err }

// Codes of the generator itself.
const (
	noAnswer   = "NO_ANSWER"   // the network failed
	noPlace    = "NO_PLACE"    // so many visits are under way that no further one begins
	noDocument = "NO_DOCUMENT" // nobody has anything to delete
	noMessage  = "NO_MESSAGE"  // a subscriber did not hear of a change
	notListed  = "NOT_LISTED"  // a walk did not meet a document that stayed
	twice      = "TWICE"       // a walk met a document again
	strange    = "STRANGE"     // an answer without what was asked for
)

var codes = regexp.MustCompile(`"(?:code|codigo)":\s*"([A-Z_]+)"`)

// codeOf is the server's code in a failure.
func codeOf(err error) string {
	var c *coded
	if errors.As(err, &c) {
		return c.code
	}
	if found := codes.FindStringSubmatch(err.Error()); found != nil {
		return found[1]
	}
	return noAnswer
}

// note counts a request, or a message that was waited for.
func (t *tally) note(kind string, waited time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil {
		t.waited[kind] = append(t.waited[kind], waited)
		if !strings.HasPrefix(kind, heard) {
			t.recent = append(t.recent, waited)
		}
		return
	}
	key := kind + ": " + codeOf(err)
	t.errors[key]++
	if t.first[key] == nil {
		t.first[key] = err
	}
}

// answered counts an operation that the server counts too, whatever came of it.
func (t *tally) answered() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked++
}

func (t *tally) failures() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range t.errors {
		n += k
	}
	return n
}

// all are the requests of every kind; messages are none.
func (t *tally) all() (s sample) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for kind, waited := range t.waited {
		if !strings.HasPrefix(kind, heard) {
			s = append(s, waited...)
		}
	}
	return s
}

// lately are those since the last call.
func (t *tally) lately() sample {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.recent
	t.recent = nil
	return s
}

// wrong is "0", or what went wrong by kind and code, with the first of each.
func (t *tally) wrong() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.errors) == 0 {
		return "0"
	}
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(t.errors)) {
		parts = append(parts, fmt.Sprintf("%d × %s (%s)", t.errors[key], key, shorten(firstLine(t.first[key]))))
	}
	return strings.Join(parts, "; ")
}

func shorten(text string) string { return text[:min(len(text), 200)] }
