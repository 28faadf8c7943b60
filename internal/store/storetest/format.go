package storetest

import (
	"fmt"
	"strings"
	"testing"
)

// Formats is how data of another version are put before a store.
type Formats struct {
	Newest int
	// Say makes the stored data say that they have this format.
	Say func(t *testing.T, format string)
	// Open opens the stored data as a server does before it serves.
	Open func(t *testing.T) error
	// Prepare is what else may change data when a version is new: an upgrade, or bootstrap.
	Prepare func(t *testing.T) error
	// Said is the format that the stored data say.
	Said func(t *testing.T) string
}

// RunFormats holds a store to what it owes to data of another version: a newer one is refused with a
// sentence that says what to do, and stays as it is.
func RunFormats(t *testing.T, f Formats) {
	for _, newer := range []int{f.Newest + 1, f.Newest + 90} {
		text := fmt.Sprint(newer)
		f.Say(t, text)
		for name, call := range map[string]func(*testing.T) error{"open": f.Open, "prepare": f.Prepare} {
			err := call(t)
			if err == nil {
				t.Fatalf("%s: data of format %d were taken, the newest known is %d", name, newer, f.Newest)
			}
			for _, says := range []string{text, fmt.Sprint("up to ", f.Newest), "newer version of carpeta", "Nothing was changed", "restore"} {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("%s: %q is not in: %v", name, says, err)
				}
			}
			if said := f.Said(t); said != text {
				t.Errorf("%s changed the format from %d to %s", name, newer, said)
			}
		}
	}
	f.Say(t, fmt.Sprint(f.Newest))
	if err := f.Prepare(t); err != nil {
		t.Errorf("prepare, format %d: %v", f.Newest, err)
	}
	if err := f.Open(t); err != nil {
		t.Errorf("open, format %d, after all of that: %v", f.Newest, err)
	}
}
