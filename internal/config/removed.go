package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// removed are settings of version 0.2.0 that exist no more, by their flag, and what became of each. Their variables warn
// in this version; in the next one they are unknown, as any other name.
var removed = map[string]string{
	"limit-idle-mib":         "idle connections end for others when the places are taken, or memory is",
	"limit-idle-each-mib":    "LIMIT_PER_ADDRESS bounds the connections of an address",
	"limit-frames":           "net/http bounds the frames of HTTP/2",
	"limit-frame-burst":      "net/http bounds the frames of HTTP/2",
	"limit-window-kib":       "a connection of HTTP/2 may send 512 KiB ahead",
	"limit-stream-kib":       "a stream of HTTP/2 may send 256 KiB ahead",
	"limit-bodies-kib":       "the memory limit bounds what nobody has read yet",
	"limit-handshakes":       "a proxy bounds handshakes of TLS; see docs/puerta.md",
	"limit-handshake-share":  "a proxy bounds handshakes of TLS; see docs/puerta.md",
	"limit-streams":          "LIMIT_CONNECTIONS bounds the requests at a time too",
	"limit-streams-each":     "LIMIT_PER_ADDRESS bounds the requests of an address at a time too",
	"limit-waiting-kib":      "the memory limit bounds what requests hold",
	"limit-unsent":           "the system keeps 128 KiB of unread answers for a connection",
	"limit-tight":            "the first step is 70 % of the memory limit",
	"limit-full":             "the second step is 85 % of the memory limit",
	"rate-connections":       "an address may connect as often as it likes",
	"rate-connections-burst": "an address may connect as often as it likes",
}

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
