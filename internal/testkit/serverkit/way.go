package serverkit

import (
	"os"
	"strings"
)

// Way is how servers execute deletions: the value of CARPETA_SAGA_DIRECTA.
type Way string

// The ways. A House that is not told anything has that of the program.
const (
	Directly Way = "true"  // in the process that wrote or leased them
	ByQueues Way = "false" // every step by a message
)

// Ways are both.
var Ways = []Way{Directly, ByQueues}

func (w Way) String() string {
	if w == ByQueues {
		return "by the queues"
	}
	return "directly"
}

const (
	waySetting = "CARPETA_SAGA_DIRECTA="
	// everyWay gives all houses another way than the program's: CARPETA_TEST_SAGA_DIRECTA=false go test ./e2e
	everyWay = "CARPETA_TEST_SAGA_DIRECTA"
)

// wayOfTheTests is a setting if somebody runs the tests by another way than the program's.
func wayOfTheTests() []string {
	if v := os.Getenv(everyWay); v != "" {
		return []string{waySetting + v}
	}
	return nil
}

// SettingOf is the setting of a way.
func SettingOf(w Way) string { return waySetting + string(w) }

// By is the same house, whose servers execute deletions in a way.
func (c *House) By(w Way) *House { return c.With(SettingOf(w)) }

// Way is how this house's servers execute deletions.
func (c *House) Way() Way {
	w := Directly
	for _, e := range c.env {
		if v, is := strings.CutPrefix(e, waySetting); is {
			w = Way(v)
		}
	}
	return w
}
