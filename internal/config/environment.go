package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

const (
	prefix     = "CARPETA_"
	testPrefix = "CARPETA_TEST_" // read by internal/testkit
)

// variable is the environment variable of a flag.
func variable(flag string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// environment are the CARPETA_* variables that are set and not empty.
type environment map[string]string

func readEnvironment(environ []string) environment {
	e := environment{}
	for _, line := range environ {
		name, value, _ := strings.Cut(line, "=")
		if strings.HasPrefix(name, prefix) && !strings.HasPrefix(name, testPrefix) {
			e[name] = value
		}
	}
	return e
}

// unknown refuses variables that nothing reads: a typing error in a
// variable would otherwise be a setting silently left at its default.
func (e environment) unknown(known []string) []error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(e)) {
		if slices.Contains(known, name) {
			continue
		}
		errs = append(errs, fmt.Errorf("unknown variable %s; did you mean %s? Unset it, or see carpeta --help for all names", name, nearest(name, known)))
	}
	return errs
}

// Validate implements kong.Resolver.
func (e environment) Validate(*kong.Application) error { return nil }

// Resolve gives a setting that no flag gave its variable's value. Commands' own
// flags (--sub, --dir …) are no settings and have no variable.
func (e environment) Resolve(_ *kong.Context, parent *kong.Path, flag *kong.Flag) (any, error) {
	if value := e[variable(flag.Name)]; value != "" && parent.App != nil && flag.Name != "help" {
		return value, nil
	}
	return nil, nil
}

// nearest is the name with the smallest edit distance. One that goes on after the whole of it is nearer: its end was left out.
func nearest(name string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(longer(name, b), longer(name, a)), cmp.Compare(distance(name, a), distance(name, b)), cmp.Compare(a, b))
	})
}

// longer is 1 if long is name and more words.
func longer(name, long string) int {
	if strings.HasPrefix(long, name+"_") {
		return 1
	}
	return 0
}

// distance counts the insertions, deletions and substitutions between two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
