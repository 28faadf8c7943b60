package verify

import (
	"errors"
	"fmt"
	"strings"
)

// maxWitnesses bounds a file of witnesses: each of them is asked after each seal of the small log.
const maxWitnesses = 16

// ParseWitnesses reads a file of witnesses: on each line a key (C2SP vkey of cosignature/v1) and,
// for whoever asks it, the witness's address. Empty lines and lines that begin with # say nothing.
func ParseWitnesses(text []byte) (all []Witness, err error) {
	seen := map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, url, _ := strings.Cut(line, " ")
		w := Witness{URL: url}
		if w.Name, w.Public, err = ParseKey(key, KindStamped); err != nil {
			return nil, fmt.Errorf("witnesses, line %d: %w", i+1, err)
		}
		if seen[w.Name] {
			return nil, fmt.Errorf("witnesses, line %d: %s is there twice", i+1, w.Name)
		}
		seen[w.Name] = true
		if all = append(all, w); len(all) > maxWitnesses {
			return nil, fmt.Errorf("witnesses: more than %d", maxWitnesses)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("witnesses: none")
	}
	return all, nil
}
