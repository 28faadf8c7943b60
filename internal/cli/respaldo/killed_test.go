package respaldo_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
)

// TestMain is also the process that gets killed: it has its work as an argument then.
func TestMain(m *testing.M) {
	var w work
	if len(os.Args) == 2 && json.Unmarshal([]byte(os.Args[1]), &w) == nil {
		fmt.Fprintln(os.Stderr, w.do(&dying{Context: context.Background(), at: w.Killed}))
		os.Exit(1) // it should be dead
	}
	os.Exit(m.Run())
}

// work is a backup of a data folder, or a restore of one. It is killed the n-th time that it asks whether to go on, which
// it does before each of its steps.
type work struct {
	Data, Vault string
	Restore     bool
	Killed      int64
}

func (w work) do(ctx context.Context) error {
	if w.Restore {
		_, err := respaldo.Restore(ctx, respaldo.RestoreConfig{Vault: w.Vault, DataDir: w.Data, Schema: schema, Dirs: []string{"objetos/parciales"}})
		return err
	}
	c := (&folder{dir: w.Data, db: someDB(), after: func() {}, wrap: asItIs, must: true}).config(w.Vault)
	c.Keep = 1
	_, err := respaldo.Run(ctx, c)
	return err
}

// dying kills its process, as kill -9 does.
type dying struct {
	context.Context

	at, asked int64
}

// Err implements context.Context.
func (d *dying) Err() error {
	if atomic.AddInt64(&d.asked, 1) == d.at {
		self, err := os.FindProcess(os.Getpid())
		if err = errors.Join(err, self.Kill()); err != nil {
			panic(err)
		}
		select {}
	}
	return d.Context.Err()
}

const few, last = 6, 6

// steps is how often work asks.
func steps(t *testing.T, w work) int64 {
	t.Helper()
	d := &dying{Context: t.Context()}
	if err := w.do(d); err != nil || d.asked < few+last {
		t.Fatalf("%d steps, %v", d.asked, err)
	}
	return d.asked
}

// someOf are moments all over the steps, and all of the last ones: that is where things get their names.
func someOf(steps int64) (moments []int64) {
	for n := range int64(few) {
		moments = append(moments, 1+n*(steps-last)/few)
	}
	for n := range int64(last) {
		moments = append(moments, steps-n)
	}
	return moments
}

func kill(t *testing.T, w work) {
	t.Helper()
	text, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	output, err := exec.CommandContext(t.Context(), os.Args[0], string(text)).CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.Exited() {
		t.Fatalf("it was not killed at %d: %v\n%s", w.Killed, err, output)
	}
}

// TestBackupKilledAnywhere: a backup over older ones, which it removes, is killed at any of its steps. The newest
// finished backup is a whole one, and the next backup is made as if nothing had been.
func TestBackupKilledAnywhere(t *testing.T) {
	t.Parallel()
	f, before := newFolder(t), filepath.Join(t.TempDir(), "respaldos")
	f.put("objetos/vigentes/05/c/borrado", "lo que la persona borró")
	older := f.want()
	f.backup(before)
	f.backup(before)
	if err := os.Remove(f.path("objetos/vigentes/05/c/borrado")); err != nil {
		t.Fatal(err)
	}
	f.put("objetos/vigentes/06/c/nuevo", "lo que la persona subió")
	newer := f.want()
	index, err := os.ReadFile(f.path(respaldo.IndexName))
	if err != nil {
		t.Fatal(err)
	}
	fresh := func() (w work) {
		w = work{Data: f.dir, Vault: filepath.Join(t.TempDir(), "respaldos")}
		if err := errors.Join(os.CopyFS(w.Vault, os.DirFS(before)), os.WriteFile(f.path(respaldo.IndexName), index, 0o600)); err != nil {
			t.Fatal(err)
		}
		return w
	}
	for _, moment := range someOf(steps(t, fresh())) {
		w := fresh()
		w.Killed = moment
		kill(t, w)
		dir, err := restore(t, w.Vault)
		if err != nil {
			t.Fatalf("killed at %d: %v", moment, err)
		}
		if got := filesOf(t, dir, "."); !maps.Equal(got, older) && !maps.Equal(got, newer) {
			t.Errorf("killed at %d: a restore gives neither the folder of before nor that of now", moment)
		}
		f.backup(w.Vault, func(c *respaldo.Config) { c.Keep = 1 })
		if found, err := verify(t, w.Vault, ""); err != nil || len(found) != 1 || found[0].Halves != 0 {
			t.Errorf("killed at %d, and made again: %+v, %v", moment, found, err)
		}
		if dir, err = restore(t, w.Vault); err != nil {
			t.Fatalf("killed at %d, and made again: %v", moment, err)
		}
		requireFolder(t, dir, newer)
		for name, content := range filesOf(t, w.Vault, ".") {
			if strings.Contains(content, "borró") {
				t.Errorf("killed at %d: %s still holds what only an old backup had", moment, name)
			}
		}
	}
}

// TestRestoreKilledAnywhere: a restore that is killed at any of its steps leaves a folder that says so, and the next
// one begins anew.
func TestRestoreKilledAnywhere(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	f.backup(vault)
	fresh := func() work { return work{Data: filepath.Join(t.TempDir(), "nueva"), Vault: vault, Restore: true} }
	for _, moment := range someOf(steps(t, fresh())) {
		w := fresh()
		w.Killed = moment
		kill(t, w)
		if entries, err := os.ReadDir(w.Data); err == nil && len(entries) > 0 {
			requireRefused(t, respaldo.Whole(w.Data), w.Data, "carpeta restaurar")
		}
		if err := w.do(t.Context()); err != nil {
			t.Fatalf("killed at %d, and begun anew: %v", moment, err)
		}
		requireFolder(t, w.Data, f.want())
	}
}

// TestOneRestore: two restores into one folder would call half a folder whole.
func TestOneRestore(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	f.backup(vault)
	w := work{Data: filepath.Join(t.TempDir(), "nueva"), Vault: vault, Restore: true}
	refused := 0
	err := w.do(&asking{Context: t.Context(), ask: func() {
		if _, err := os.Stat(w.Data); err == nil {
			requireRefused(t, w.do(t.Context()), "another restore", w.Data)
			refused++
		}
	}})
	if err != nil || refused == 0 {
		t.Fatalf("%d refused, %v", refused, err)
	}
	requireFolder(t, w.Data, f.want())
}

// asking does something whenever it is asked.
type asking struct {
	context.Context

	ask func()
}

// Err implements context.Context.
func (a *asking) Err() error {
	a.ask()
	return a.Context.Err()
}
