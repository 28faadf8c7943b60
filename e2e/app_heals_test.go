package e2e_test

import (
	"fmt"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestAppHeals: something breaks while a person looks at the application, or uploads a file. The application heals by
// itself, and nobody does anything for it.
func TestAppHeals(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		eachDayOn(t, serverkit.Embedded, p)
		requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
		t.Run("a silent network", func(t *testing.T) {
			t.Parallel()
			healsAfterSilence(t, newBreakable(t, p))
		})
		t.Run("a server that is killed", func(t *testing.T) {
			t.Parallel()
			healsAfterAKill(t, p)
		})
	})
}

func healsAfterSilence(t *testing.T, b *breakable) {
	b.browse(t, "silence", map[string]command{
		"/callar":  func(string) (string, error) { b.line.hush.begin(); b.files.hush.begin(); return "", nil },
		"/hablar":  func(string) (string, error) { b.line.hush.end(); b.files.hush.end(); return "", nil },
		"/cortar":  func(string) (string, error) { b.files.left.Store(2 << 20); return "", nil },
		"/reparar": func(string) (string, error) { b.files.left.Store(endless); return "", nil },
	})
}

func healsAfterAKill(t *testing.T, p serverkit.Profile) {
	const part = 5 << 20
	b := newBreakable(t, p, fmt.Sprint("CARPETA_UPLOAD_PART_SIZE=", part))
	var turn sync.Mutex // it is started after it has ended
	b.files.reached.Store(&milestone{part + part/2, func() {
		turn.Lock()
		defer turn.Unlock()
		b.s.Kill(t)
		if b.files != b.line {
			b.files.left.Store(0) // the files have a server of their own: the network breaks there as well
		}
	}})
	b.browse(t, "killed", map[string]command{"/levantar": func(string) (string, error) {
		turn.Lock()
		defer turn.Unlock()
		b.files.left.Store(endless)
		return "", b.s.TryStart()
	}})
}

// breakable is a citizen's server, the line by which they reach it, and that of the files, which is another one where the
// files have a server of their own.
type breakable struct {
	line, files *line
	s           *serverkit.Server
	mine        serverkit.Seeded
}

func newBreakable(t *testing.T, p serverkit.Profile, settings ...string) *breakable {
	t.Helper()
	b := &breakable{line: newLine(t)}
	b.files = b.line
	house := serverkit.NewHouse(t, p).With("CARPETA_APP=on", "CARPETA_PUBLIC_URL="+b.line.url()).With(settings...)
	if p == serverkit.Distributed {
		b.files = newLine(t)
		b.files.to(t, house.S3.Endpoint)
		house = house.With("CARPETA_S3_PUBLIC_ENDPOINT=" + b.files.url())
	}
	b.mine = house.Seed(t, "--carpetas", "1", "--documentos", "60", "--archivos")[0]
	b.s = house.Start(t)
	b.line.to(t, b.s.URL)
	for _, one := range []*line{b.line, b.files} {
		t.Cleanup(one.hush.end) // or the server could not end in an orderly way
	}
	return b
}

func (b *breakable) browse(t *testing.T, story string, all map[string]command) {
	t.Helper()
	all["/token"] = tokenOf(t, b.s, b.mine.CiudadanoID)
	browse(t, 15*time.Minute, "app/heals.mjs", b.line.url(), b.s.URL, commands(t, all), story)
}

// TestAppInTwoBrowsers: a citizen has two browsers, each with a profile of its own; on the distributed profile at
// different servers. Papers of theirs were imported from a folder. What they do in one, the other shows by itself.
func TestAppInTwoBrowsers(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		eachDayOn(t, serverkit.Distributed, p)
		requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
		house := serverkit.NewHouse(t, p).With("CARPETA_APP=on")
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "30", "--archivos")[0]
		papers := importPapers(t, house, mine)
		one := house.Start(t)
		other := one
		if p == serverkit.Distributed {
			other = house.Start(t)
		}
		token := house.Token(t, mine.CiudadanoID, "ciudadano", "", time.Hour)
		browse(t, 15*time.Minute, "app/browsers.mjs", token, one.URL, other.URL, papers)
	})
}

// importPapers imports the papers of a person from a folder, which it returns.
func importPapers(t *testing.T, house *serverkit.House, mine serverkit.Seeded) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if said, err := exec.CommandContext(t.Context(), "node", "app/papers.mjs", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	house.MustRun(t, "documento", "importar", "--dir", folder, "--carpeta", mine.CarpetaID)
	return folder
}
