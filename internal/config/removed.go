package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// removed are settings of version 0.2.0 that exist no more, by their flag, and what became of each. Their variables warn
// in this version; in the next one they are unknown, as any other name.
var removed = map[string]string{}

// takeRemoved takes the variables of settings that exist no more, and returns a warning for each.
func (e environment) takeRemoved() (warnings []string) {
	for _, flag := range slices.Sorted(maps.Keys(removed)) {
		name := variable(flag)
		if e[name] != "" {
			warnings = append(warnings, fmt.Sprintf("%s has no effect any more: %s. Unset it; the next version refuses it", name, removed[flag]))
		}
		delete(e, name)
	}
	return warnings
}

// ofRemoved says what became of the flag that an error calls unknown; the error itself if it is about another thing.
func ofRemoved(err error) error {
	if err == nil {
		return nil
	}
	_, flag, found := strings.Cut(err.Error(), "unknown flag --")
	if end := strings.IndexAny(flag, ",; "); end >= 0 {
		flag = flag[:end]
	}
	if became, was := removed[flag]; found && was {
		return fmt.Errorf("--%s does not exist any more: %s. Leave it out", flag, became)
	}
	return err
}
