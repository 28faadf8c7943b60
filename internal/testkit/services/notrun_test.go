package services_test

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// witness is a test that remembers how it ended.
type witness struct {
	testing.TB
	name string
	done string
}

func (t *witness) Helper()               {}
func (t *witness) Name() string          { return t.name }
func (t *witness) Skip(...any)           { t.done = "skipped"; runtime.Goexit() }
func (t *witness) Fatalf(string, ...any) { t.done = "failed"; runtime.Goexit() }

func endOf(name, reason string) string { return ending(name, reason, services.NotRun) }

func ending(name, reason string, check func(testing.TB, string)) string {
	t := &witness{name: name}
	done := make(chan struct{})
	go func() {
		defer close(done)
		check(t, reason)
		t.done = "went on"
	}()
	<-done
	return t.done
}

func TestNotRun_isSkippedLoudlyOnALaptop(t *testing.T) {
	list := filepath.Join(t.TempDir(), "lista")
	t.Setenv("CI", "")
	t.Setenv(services.EnvNotRun, list)
	for _, name := range []string{"TestUno", "TestDos/sub"} {
		if done := endOf(name, "no broker\nand a long log"); done != "skipped" {
			t.Errorf("%s %s, want skipped", name, done)
		}
	}
	lines, err := services.ReadNotRun(list)
	if want := []string{"TestUno: no broker", "TestDos/sub: no broker"}; err != nil || !slices.Equal(lines, want) {
		t.Errorf("recorded %q, %v, want %q", lines, err, want)
	}
}

func TestNotRun_aListThatCannotBeWrittenIsAFailure(t *testing.T) {
	t.Setenv("CI", "")
	t.Setenv(services.EnvNotRun, filepath.Join(t.TempDir(), "no", "such", "folder"))
	if done := endOf("TestUno", "no broker"); done != "failed" {
		t.Errorf("%s, want failed: nobody would count it", done)
	}
}

func TestNotRun_failsInCI(t *testing.T) {
	t.Setenv("CI", "true")
	if done := endOf("TestUno", "no broker"); done != "failed" {
		t.Errorf("%s, want failed", done)
	}
}

func TestNight_isSkippedAndCountedByDay(t *testing.T) {
	list := filepath.Join(t.TempDir(), "lista")
	t.Setenv("CI", "true")
	t.Setenv(services.EnvNotRun, list)
	for _, c := range []struct{ night, want string }{{"", "skipped"}, {"1", "went on"}} {
		t.Setenv(services.EnvNight, c.night)
		if done := ending("TestUno", "TestDos", services.Night); done != c.want {
			t.Errorf("%s=%q: %s, want %s", services.EnvNight, c.night, done, c.want)
		}
	}
	lines, err := services.ReadNotRun(list)
	if want := []string{services.NightMark + "TestUno: runs in make nocturna; each day: TestDos"}; err != nil || !slices.Equal(lines, want) {
		t.Errorf("recorded %q, %v, want %q", lines, err, want)
	}
}

func TestMissing_isNotTriedAgain(t *testing.T) {
	t.Setenv("CI", "true")
	t.Setenv("CARPETA_TEST_FALTA_RABBITMQ", "no Erlang here")
	tt := &witness{TB: t, name: "TestUno"}
	done := make(chan struct{})
	go func() {
		defer close(done)
		services.OwnRabbit(tt)
	}()
	<-done
	if tt.done != "failed" {
		t.Errorf("ended %q, want failed", tt.done)
	}
}

func TestTestEnv_namesWhatRunsAndWhatIsMissing(t *testing.T) {
	s := services.NewSet(services.Config{})
	env := s.TestEnv([]services.Missing{{Service: "minio", Cause: errLong{}}})
	if want := []string{"CARPETA_TEST_FALTA_MINIO=no disk"}; !slices.Equal(env, want) {
		t.Errorf("%q, want %q", env, want)
	}
}

type errLong struct{}

func (errLong) Error() string { return strings.Join([]string{"no disk", "log"}, "\n") }
