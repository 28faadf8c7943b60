// Package caos_test lets real services and real servers fail under load, by a
// schedule that a seed draws, and then reads the three stores with its own eyes:
// exactly what was asked for is gone, file and metadata; nothing else changed.
//
//	plan      what people do and what fails when: all drawn from the seed
//	mundo     services, servers and the proxies between them
//	fallas    strike: kill -9, SIGSTOP, restart, wipe, slow, cut and mute lines
//	gente     deletions, cancellations, uploads; oyentes: subscribers
//	tiendas   the stores, read past the servers; invariantes: what must hold
//
// A short run belongs to the ordinary tests. make chaos makes long ones.
package caos_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

var (
	corridas = flag.Int("runs", 0, "long runs to make; 0: only the short one")
	semilla  = flag.Uint64("seed", 1, "seed of the first run")
	cuantas  = flag.Int("deletions", 2000, "deletions of a long run")
	solo     = flag.String("only", "", "of a long run's faults only those whose name holds this")
	veces    = flag.Int("times", 1, "how often each of them strikes")

	guardar = flag.Bool("keep", false, "keep the logs of runs that passed as well, at level debug")

	bien, mal int // long runs that passed and failed
)

func TestMain(m *testing.M) {
	codigo := serverkit.Main(m)
	if *corridas > 0 {
		fmt.Printf("%d passed, %d failed\n", bien, mal)
	}
	os.Exit(codigo)
}
