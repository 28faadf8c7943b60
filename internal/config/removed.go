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
	"limit-beginning":        "requests do not wait for a turn by address any more",
	"rate-begin":             "requests do not wait for a turn by address any more",
	"rate-begin-burst":       "requests do not wait for a turn by address any more",
	"limit-verifying":        "signatures of new tokens are checked on half of the processors, by address in turn",
	"limit-verifying-share":  "a place where signatures are checked does not pause between two of them any more",
	"limit-verifying-all":    "as many as 4,096 new tokens wait to be checked",
	"limit-reading-share":    "a place where unknown documents are read does not pause between two of them any more",
	"limit-reading-all":      "as many as 256 unknown documents wait to be read",
	"limit-reading-each":     "unknown documents wait in turn by subject, and one subject has at most half of the queue",
	"limit-searches-share":   "a place to search in does not pause between two searches any more",
	"limit-searches-all":     "as many as 256 operations wait to search",
	"limit-followed-all-kib": "what subscriptions follow counts against their subject, LIMIT_KEPT_KIB, and against the memory limit",
	"limit-transfers":        "the number follows from the files that the process may open (ulimit -n)",
	"limit-transfers-each":   "16 files of one folder are transferred at a time, and 112 more wait",
	"rate-transfers":         "the links of one folder may be used 100 times a second",
	"rate-transfers-burst":   "the links of one folder may be used 2,000 times at once",
	"rate-transfers-all":     "uses of links are bounded by folder and by the number of transfers at a time",
	"limit-header":           "a header that is read before any budget is asked has 2 KiB",
	"limit-values":           "the JSON of a request has 20,000 values at most",
	"limit-repeats":          "50 fields of a document may be merged into one",
	"limit-fragments":        "a document has 100 fragments at most",
	"limit-directives":       "a document has 50 directives at most",
	"limit-elements":         "a document spells out 500 elements of lists at most",
	"limit-name":             "a name in a document has 128 bytes at most",
	"limit-introspection":    "introspection may cost 30,000",
	"limit-errors":           "a response has 5 errors at most",
	"limit-init":             "a socket's connection_init is due after 10 s",
	"limit-ping":             "sockets are pinged every 25 s",
	"limit-pong":             "a socket that does not answer a ping for 10 s is dead",
	"limit-keep-alive":       "an event stream has a comment every 15 s",
	"limit-message":          "a socket's message has 256 KiB at most",
	"limit-per-socket":       "a socket has 100 operations at most",
	"limit-working":          "4 operations of a socket are worked on at a time",
	"limit-verify":           "the verification of a token may take 5 s",
	"limit-read-grace":       "a body may take 5 s, and as long as its bytes take at 32 KiB/s",
	"limit-read-rate":        "a body may take 5 s, and as long as its bytes take at 32 KiB/s",
	"limit-events":           "four events for each processor are answered at a time",
	"limit-events-each":      "one event of a subject is answered at a time",
	"limit-silent":           "a socket without connection_init ends after 10 s, however many an address has",
	"limit-unread":           "a subject without a budget of refusals may ask 10 times more on a socket",
	"limit-reading":          "half of the processors read unknown documents",
	"limit-hold":             "a refusal that is one of too many waits for 25 ms",
	"limit-held":             "1,024 refusals wait at a time",
	"rate-refusals-burst":    "the largest budget of refusals is 20 times RATE_REFUSALS",
	"rate-messages-burst":    "the largest budget of frames is 20 times RATE_MESSAGES",
	"rate-deliveries-burst":  "the largest budget of deliveries is 10 times RATE_DELIVERIES",
	"auditoria-lenta":        "a query of the trail that takes longer than 100 ms is logged",
	"trazas-pedidas":         "five further traces a second are made for callers that ask for them",
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
