// Package e2e_test proves the server from outside: the binary that users run, as
// real processes that are killed and stopped, on real services.
package e2e_test

import (
	"flag"
	"os"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// sideBySide is how many tests run at a time, unless -parallel says otherwise. Most of
// they mostly wait: for a start, a lease, a retry, a window.
const sideBySide = "8"

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", sideBySide); err != nil {
		panic(err)
	}
	os.Exit(serverkit.Main(m))
}

// onBothWays runs the same story on both profiles, and once more with every step by a message. It is for what every
// deletion must keep, whoever executes it.
func onBothWays(t *testing.T, story func(t *testing.T, house *serverkit.House)) {
	t.Parallel()
	run := func(name string, p serverkit.Profile, w serverkit.Way) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			story(t, serverkit.NewHouse(t, p).By(w))
		})
	}
	for _, p := range serverkit.Profiles {
		run(string(p), p, serverkit.Directly)
	}
	run("distributed by the queues", serverkit.Distributed, serverkit.ByQueues)
}

// onBothProfiles runs the same story on both profiles.
func onBothProfiles(t *testing.T, story func(t *testing.T, p serverkit.Profile)) {
	t.Parallel()
	for _, p := range serverkit.Profiles {
		t.Run(string(p), func(t *testing.T) {
			t.Parallel()
			story(t, p)
		})
	}
}

// eachDayOn leaves the other profile to the night: there the story shows the same once more.
func eachDayOn(t *testing.T, day, p serverkit.Profile) {
	t.Helper()
	if p != day {
		services.Night(t, "the same, "+string(day))
	}
}
