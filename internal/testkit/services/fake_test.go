package services

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fakeRecipe is a program that complains and ends.
type fakeRecipe struct{}

func (fakeRecipe) program(context.Context, Config) (string, error) { return "/bin/sh", nil }
func (fakeRecipe) ready(context.Context, place) error              { return errors.New("no") }
func (fakeRecipe) commands(program string, l place) (command, *command, error) {
	return command{
		program: program, args: []string{"-c", "echo sin memoria; exit 3"},
		dir: l.path, log: filepath.Join(l.path, "log"),
	}, nil, nil
}

func containsAll(text string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}

// muteRecipe runs and never answers.
type muteRecipe struct{ fakeRecipe }

func (muteRecipe) commands(program string, l place) (command, *command, error) {
	return command{
		program: program, args: []string{"-c", "exec sleep 600"},
		dir: l.path, log: filepath.Join(l.path, "log"),
	}, nil, nil
}

func TestStart_isBounded(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := &Service{Name: "mudo", recipe: muteRecipe{}, config: Config{StartTimeout: 100 * time.Millisecond}}
	if err := s.Start(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v, want a deadline", err)
	}
	if s.server.alive() {
		t.Error("the silent process was left running")
	}
}

func TestCached_installsOnceAndNeverHalf(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir()) // where macOS has its cache
	times := 0
	p := pkg{name: "cosa-1", binary: "bin/cosa", fetch: func(_ context.Context, _ Config, target string) error {
		times++
		if times == 1 {
			return errors.New("no network")
		}
		if err := os.MkdirAll(filepath.Join(target, "bin"), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(target, "bin/cosa"), []byte("x"), 0o755)
	}}
	if _, err := cached(t.Context(), Config{}, p); err == nil || times > 0 || !containsAll(err.Error(), howToInstall) {
		t.Errorf("not asked to install: %v after %d installations", err, times)
	}
	config := Config{Install: true}
	if _, err := cached(t.Context(), config, p); err == nil {
		t.Error("a failed installation went unnoticed")
	}
	for range 2 {
		program, err := cached(t.Context(), config, p)
		if err != nil || !executable(program) {
			t.Fatalf("%s: %v", program, err)
		}
	}
	if times != 2 {
		t.Errorf("installed %d times, want one failure and one success", times)
	}
}

// An installation that fails briefly succeeds; one that always fails says why.
func TestPersist_givesUpAfterTheLastPause(t *testing.T) {
	pauses := retryPauses
	t.Cleanup(func() { retryPauses = pauses })
	retryPauses = []time.Duration{0, 0}
	for failures, want := range map[int]int{0: 1, 2: 3, 9: 3} {
		times := 0
		err := persist(t.Context(), Config{}, func() error {
			if times++; times <= failures {
				return errors.New("no network")
			}
			return nil
		})
		if times != want || (err != nil) != (failures == 9) {
			t.Errorf("of %d failures: tried %d times, want %d; %v", failures, times, want, err)
		}
	}
}

func TestForbidStart_keepsAPolicyThatIsThere(t *testing.T) {
	policy := filepath.Join(t.TempDir(), "policy-rc.d")
	undo, err := forbidStart(policy)
	if err != nil || !executable(policy) {
		t.Fatalf("no policy: %v", err)
	}
	other, err := forbidStart(policy)
	if err != nil {
		t.Fatal(err)
	}
	other()
	if !executable(policy) {
		t.Error("removed a policy that was there before")
	}
	undo()
	if executable(policy) {
		t.Error("left its own policy behind")
	}
}
