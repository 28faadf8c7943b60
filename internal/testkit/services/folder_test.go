package services

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSweep_removesOnlyWhatNobodyHolds(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	live, err := openFolder("", "", "viva")
	if err != nil {
		t.Fatal(err)
	}
	dead, err := openFolder("", "", "muerta")
	if err != nil {
		t.Fatal(err)
	}
	if err := dead.lock.Close(); err != nil { // as the kernel does when the owner is killed
		t.Fatal(err)
	}
	foreign := filepath.Join(dir, tempPrefix+"ajena")
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	exists := func(path string) bool { _, err := os.Stat(path); return err == nil }

	sweep(dir, time.Now().Add(-minAge))
	if !exists(dead.path) {
		t.Error("swept a folder that may be about to be locked")
	}
	sweep(dir, time.Now().Add(time.Second))
	if exists(dead.path) || !exists(live.path) || !exists(foreign) {
		t.Errorf("dead %v, live %v, foreign %v; want false, true, true", exists(dead.path), exists(live.path), exists(foreign))
	}
	if err := live.remove(); err != nil || exists(live.path) {
		t.Errorf("own folder still there: %v", err)
	}
}

func TestFreePorts_areFreeDistinctAndNotEphemeral(t *testing.T) {
	seen := map[int]bool{}
	for range 50 {
		ports, err := freePorts(3)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ports {
			if seen[p] || p < firstPort || p >= lastPort || !isFree(p) {
				t.Fatalf("port %d: given before (%v), out of range, or taken", p, seen[p])
			}
			seen[p] = true
		}
	}
	ports, err := freePorts(1)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", local(ports[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if allFree(ports) {
		t.Error("a port that is listened on counts as free")
	}
}

// A start that fails says why, and gives other ports a chance; one that lost its
// port to somebody else is that case.
func TestStart_failureShowsTheLogAndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	s := &Service{Name: "falso", recipe: fakeRecipe{}}
	err := s.Start(t.Context())
	if err == nil {
		t.Fatal("a program that ends at once counts as started")
	}
	if got := err.Error(); !containsAll(got, "falso did not start", errDied.Error(), "sin memoria") {
		t.Errorf("error %q", got)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}
