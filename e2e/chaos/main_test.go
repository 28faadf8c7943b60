// Package chaos_test lets real services and real servers fail under load, by a
// schedule that a seed draws, and then reads the three stores with its own eyes:
// exactly the requested documents are gone, file and metadata; nothing else changed.
//
//	plan       the actions of people and the times of faults: all drawn from the seed
//	world      services, servers and the proxies between them
//	strike     kill -9, SIGSTOP, restart, wipe, slow, cut and mute lines
//	people     deletions, cancellations, uploads; listeners: subscribers
//	stores     the stores, read past the servers; judge: what must hold
//
// A short run belongs to the ordinary tests. make chaos makes long ones.
package chaos_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

var (
	runs      = flag.Int("runs", 0, "long runs to make; 0: only the short one")
	seed      = flag.Uint64("seed", 1, "seed of the first run")
	deletions = flag.Int("deletions", 2000, "deletions of a long run")
	only      = flag.String("only", "", "of a long run's faults only those whose name holds this")
	way       = flag.String("way", "directa", "how servers execute deletions: directa, colas, or mixta: every second one by itself")
	settings  = flag.String("settings", "", "more settings of the servers, by blanks: NAME=value NAME=value")
	times     = flag.Int("times", 1, "how often each of them strikes")

	keep = flag.Bool("keep", false, "keep the logs of runs that passed as well, at level debug")

	passed, failed int // long runs that passed and failed
)

func TestMain(m *testing.M) {
	code := serverkit.Main(m)
	if *runs > 0 {
		fmt.Printf("%d passed, %d failed\n", passed, failed)
	}
	os.Exit(code)
}
