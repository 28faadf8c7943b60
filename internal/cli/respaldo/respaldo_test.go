package respaldo_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
)

const schema = 11

// folder is a data folder without a server: what a cut says of it is said here.
type folder struct {
	t     *testing.T
	dir   string
	db    []byte
	after func() // runs when the cut was taken
	lost  error  // why the cut no longer holds
	cuts  int    // how often one was taken
	wrap  func(io.Reader) io.Reader
	must  bool
}

func someDB() []byte { return bytes.Repeat([]byte("0123456789abcdef"), 100_000) }

func asItIs(r io.Reader) io.Reader { return r }

func newFolder(t *testing.T) *folder {
	f := &folder{t: t, dir: t.TempDir(), db: someDB(), after: func() {}, wrap: asItIs, must: true}
	f.put("emisor.pem", "secreto de la persona")
	f.put("por-contar/1.json", "{}")
	f.put("servidor.json", "de esta ejecucion")
	f.put("objetos/parciales/7", "a medias")
	for n := range 5 {
		f.put(fmt.Sprintf("objetos/vigentes/0%d/c/d%d", n, n), fmt.Sprint("documento de la persona ", n))
	}
	f.put("objetos/vigentes/09/c/grande", strings.Repeat("grande ", 620_000))
	f.put("sellos/vigentes/op/checkpoint", "uno")
	return f
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// put writes a file of an hour ago: one that is younger than two seconds is always read again.
func (f *folder) put(name, content string) {
	f.t.Helper()
	old := time.Now().Add(-time.Hour)
	err := errors.Join(os.MkdirAll(filepath.Dir(f.path(name)), 0o700), os.WriteFile(f.path(name), []byte(content), 0o600), os.Chtimes(f.path(name), old, old))
	if err != nil {
		f.t.Fatal(err)
	}
}

// Cut implements respaldo.Source.
func (f *folder) Cut(context.Context) (*respaldo.Cut, error) {
	f.cuts++
	c := &respaldo.Cut{Header: respaldo.Header{Schema: schema, Taken: time.Now(), Size: int64(len(f.db)), Held: respaldo.Place{Path: "objetos/vigentes", Now: "objetos/retenidos"}},
		DB: f.wrap(bytes.NewReader(f.db)), Alive: func() error { return f.lost }, Close: func() error { return nil }}
	files, err := filesIn(f.dir, "objetos/vigentes")
	for name := range files {
		c.Files = append(c.Files, respaldo.Object{Path: name, Must: f.must})
	}
	slices.SortFunc(c.Files, func(a, b respaldo.Object) int { return strings.Compare(a.Path, b.Path) })
	f.after()
	return c, err
}

// files are all of a folder, by path.
func (f *folder) files(below string) map[string]string { return filesOf(f.t, f.dir, below) }

func filesOf(t *testing.T, dir, below string) map[string]string {
	t.Helper()
	all, err := filesIn(dir, below)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func filesIn(dir, below string) (map[string]string, error) {
	all := map[string]string{}
	return all, fs.WalkDir(os.DirFS(dir), below, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(text)
		return err
	})
}

// want is what a restored folder holds.
func (f *folder) want() map[string]string {
	all := f.files(".")
	maps.DeleteFunc(all, func(name, _ string) bool {
		return name == "servidor.json" || strings.HasPrefix(name, respaldo.IndexName) || strings.HasPrefix(name, "objetos/parciales")
	})
	all["carpeta.db"] = string(f.db)
	return all
}

func (f *folder) config(vault string) respaldo.Config {
	return respaldo.Config{
		DataDir: f.dir, Vault: vault, Source: f, DBName: "carpeta.db", Trees: []string{"sellos/vigentes", "auditoria/vigentes"}, Omit: []string{"objetos", "servidor.json"},
		Schema: schema, NameKey: func() ([]byte, error) { return bytes.Repeat([]byte{9}, 32), nil }, Program: "carpeta de prueba", Clock: time.Now, Log: slog.New(slog.DiscardHandler),
	}
}

func (f *folder) backup(vault string, changes ...func(*respaldo.Config)) respaldo.Summary {
	f.t.Helper()
	c := f.config(vault)
	for _, change := range changes {
		change(&c)
	}
	s, err := respaldo.Run(f.t.Context(), c)
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

func restore(t *testing.T, vault string, changes ...func(*respaldo.RestoreConfig)) (dir string, err error) {
	t.Helper()
	c := respaldo.RestoreConfig{Vault: vault, DataDir: filepath.Join(t.TempDir(), "nueva"), Schema: schema}
	for _, change := range changes {
		change(&c)
	}
	_, err = respaldo.Restore(t.Context(), c)
	return c.DataDir, err
}

func requireFolder(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := filesOf(t, dir, ".")
	if !maps.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	if err := respaldo.Whole(dir); err != nil {
		t.Error(err)
	}
}

func requireRefused(t *testing.T, err error, says ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("it was taken; want an error with %q", says)
	}
	for _, text := range says {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("%q is not in: %v", text, err)
		}
	}
}

func verify(t *testing.T, vault, identity string) (fs []respaldo.Finding, err error) {
	t.Helper()
	err = respaldo.Verify(t.Context(), vault, "", identity, func(f respaldo.Finding) error { fs = append(fs, f); return nil })
	return fs, err
}

// TestThereAndBack: a restored folder is the folder, to the byte, the mode and the time.
func TestThereAndBack(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), filepath.Join(t.TempDir(), "respaldos")
	s := f.backup(vault)
	if s.Files != 10 || s.Missing != 0 || s.New == 0 {
		t.Errorf("%+v", s)
	}
	want := f.want()
	dir, err := restore(t, vault)
	if err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, want)
	for _, name := range []string{"objetos/vigentes/01/c/d1", "emisor.pem"} {
		was, errWas := os.Stat(f.path(name))
		is, errIs := os.Stat(filepath.Join(dir, name))
		if errWas != nil || errIs != nil || !is.ModTime().Equal(was.ModTime()) || is.Mode() != 0o600 {
			t.Errorf("%s: %v %v, want %v (%v, %v)", name, is.Mode(), is.ModTime(), was.ModTime(), errWas, errIs)
		}
	}
	found, err := verify(t, vault, "")
	if err != nil || len(found) != 1 || !found[0].Opened || found[0].ID != s.ID {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestOnlyWhatIsNew: a second backup of the same writes no piece, one of a change the piece that changed;
// without the index nothing else is written either.
func TestOnlyWhatIsNew(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	first := f.backup(vault)
	if s := f.backup(vault); s.New != 0 || s.NewBytes != 0 || s.Files != first.Files || s.Bytes != first.Bytes {
		t.Errorf("the same again: %+v after %+v", s, first)
	}
	f.db[1_000_000] = 'X'
	f.put("objetos/vigentes/08/c/otro", "uno más")
	if s := f.backup(vault); s.New != 2 {
		t.Errorf("a page and a file: %+v", s)
	}
	if err := os.Remove(f.path(respaldo.IndexName)); err != nil {
		t.Fatal(err)
	}
	if s := f.backup(vault); s.New != 0 {
		t.Errorf("without the index: %+v", s)
	}
	f.put("objetos/vigentes/01/c/d1", "documento de la persona X") // of the same length
	now := time.Now().Add(-time.Minute)
	if err := os.Chtimes(f.path("objetos/vigentes/01/c/d1"), now, now); err != nil {
		t.Fatal(err)
	}
	if s := f.backup(vault); s.New != 1 {
		t.Errorf("another file of the same name and size: %+v", s)
	}
	dir, err := restore(t, vault)
	if err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, f.want())
}

// TestSecondFolder: a second folder of backups for the same data, where two files have the same content. Its
// backups are whole, and write only what is new, in turn with those into the first one.
func TestSecondFolder(t *testing.T) {
	t.Parallel()
	f, first, second := newFolder(t), t.TempDir(), t.TempDir()
	f.put("objetos/vigentes/07/c/igual", "documento de la persona 1")
	f.backup(first)
	f.backup(second)
	for n, vault := range []string{second, first, second, first} {
		f.put(fmt.Sprintf("objetos/vigentes/06/c/d%d", n), fmt.Sprint("de la vuelta ", n))
		if s := f.backup(vault); s.New > 2 {
			t.Errorf("backup %d in turn wrote %d pieces", n, s.New)
		}
		dir, err := restore(t, vault)
		if err != nil {
			t.Fatal(err)
		}
		requireFolder(t, dir, f.want())
	}
	for _, vault := range []string{first, second} {
		if found, err := verify(t, vault, ""); err != nil || len(found) != 3 {
			t.Errorf("%+v, %v", found, err)
		}
	}
}

// TestListsOfBefore: a backup of 0.1.0 whose list lacks sums is verified and restored, and the next backup has them all.
func TestListsOfBefore(t *testing.T) {
	t.Parallel()
	mine, key := identity(t)
	for to, identity := range map[string]string{"": "", mine: key} {
		f, vault := newFolder(t), t.TempDir()
		recipient := func(c *respaldo.Config) { c.To = to }
		first := f.backup(vault, recipient)
		respaldo.LoseSums(t, vault, first.ID)
		requireWhole(t, f, vault, identity, 1)
		if s := f.backup(vault, recipient); s.New != first.New {
			t.Errorf("wrote %d of %d pieces", s.New, first.New)
		}
		last := f.backup(vault, recipient, func(c *respaldo.Config) { c.Keep = 2 })
		if last.New != 0 || last.Removed != 1 {
			t.Errorf("the same again: %+v", last)
		}
		requireWhole(t, f, vault, identity, 2)
		respaldo.LoseSums(t, vault, last.ID)
		breakPiece(t, vault)
		if found, err := verify(t, vault, identity); err == nil {
			t.Errorf("a changed piece: %+v", found)
		}
	}
}

// breakPiece changes a bit of a piece.
func breakPiece(t *testing.T, vault string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(vault, "datos/*/*"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	content, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(names[0], content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// requireWhole: so many backups are there, and each is whole; the newest gives the folder.
func requireWhole(t *testing.T, f *folder, vault, identity string, backups int) {
	t.Helper()
	found, err := verify(t, vault, identity)
	if err != nil || len(found) != backups || !found[0].Opened {
		t.Errorf("%+v, %v", found, err)
	}
	dir, err := restore(t, vault, func(c *respaldo.RestoreConfig) { c.Identity = identity })
	if err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, f.want())
}

// TestRecipientsInTurn: backups for other recipients keep each their index, and only the last few: a file that did not
// change is not read again, which is seen by its content.
func TestRecipientsInTurn(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	mine, key := identity(t)
	want := f.want()
	f.backup(vault)
	f.backup(vault, func(c *respaldo.Config) { c.To = mine })
	name := f.path("objetos/vigentes/01/c/d1")
	info, err := os.Stat(name)
	if err == nil {
		err = os.WriteFile(name, []byte("DOCUMENTO DE LA PERSONA 1"), 0o600)
	}
	if err = errors.Join(err, os.Chtimes(name, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"", mine, "", mine} {
		f.backup(vault, func(c *respaldo.Config) { c.To = to })
		dir, err := restore(t, vault, func(c *respaldo.RestoreConfig) { c.Identity = key })
		if err != nil {
			t.Fatal(err)
		}
		requireFolder(t, dir, want)
	}
	for range 5 {
		other, _ := identity(t)
		f.backup(vault, func(c *respaldo.Config) { c.To = other })
	}
	if all, err := filepath.Glob(f.path(respaldo.IndexName + "*")); err != nil || len(all) != 4 {
		t.Errorf("%v, %v", all, err)
	}
}

// TestErasedMeanwhile: a file that is erased after the cut is in the backup, from where it is held; one that
// never was is counted.
func TestErasedMeanwhile(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	want := f.want()
	f.after = func() {
		f.put("objetos/retenidos/01/c/d1", "documento de la persona 1")
		if err := errors.Join(os.Remove(f.path("objetos/vigentes/01/c/d1")), os.Remove(f.path("objetos/vigentes/02/c/d2"))); err != nil {
			t.Error(err)
		}
	}
	if s := f.backup(vault); s.Missing != 1 {
		t.Errorf("%+v", s)
	}
	delete(want, "objetos/vigentes/02/c/d2")
	dir, err := restore(t, vault)
	if err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, want)
}

// TestHalfWritten: whatever ends a backup before its end, nobody takes it for one, and the next one is whole.
func TestHalfWritten(t *testing.T) {
	t.Parallel()
	for name, breakIt := range map[string]func(*folder){
		"the database breaks off": func(f *folder) { f.wrap = func(r io.Reader) io.Reader { return io.LimitReader(r, 700_000) } },
		"the connection breaks": func(f *folder) {
			f.wrap = func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 5), failing{}) }
		},
		"the server lets it go":    func(f *folder) { f.lost = io.ErrUnexpectedEOF },
		"the disk is full or gone": func(f *folder) { f.after = func() { _ = os.RemoveAll(f.path("../vault/datos")) } },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFolder(t)
			vault := f.path("../vault")
			t.Cleanup(func() { _ = os.RemoveAll(vault) })
			breakIt(f)
			if s, err := respaldo.Run(t.Context(), f.config(vault)); err == nil {
				t.Fatalf("%+v", s)
			}
			_, err := restore(t, vault)
			requireRefused(t, err, "no finished backup", "carpeta respaldo --en")
			_, err = verify(t, vault, "")
			requireRefused(t, err, "no finished backup", "carpeta respaldo --en")
			f.wrap, f.lost, f.after = asItIs, nil, func() {}
			f.backup(vault)
			dir, err := restore(t, vault)
			if err != nil {
				t.Fatal(err)
			}
			requireFolder(t, dir, f.want())
		})
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestChanged: a byte, a piece or a line less is found and named; nothing of it is restored; moved away, it
// is written again.
func TestChanged(t *testing.T) {
	t.Parallel()
	for _, change := range []struct {
		name, of string // a pattern in the folder of backups
		to       func([]byte) []byte
		says     string
	}{
		{"a bit of a piece", "datos/*/*", func(b []byte) []byte { b[len(b)/2] ^= 1; return b }, "not every backup is whole"},
		{"a piece cut short", "datos/*/*", func(b []byte) []byte { return b[:len(b)-1] }, "not every backup is whole"},
		{"a piece that is gone", "datos/*/*", nil, "not every backup is whole"},
		{"the manifest", "respaldos/*.json", func(b []byte) []byte { return bytes.Replace(b, []byte("emisor.pem"), []byte("emisor.pam"), 1) }, "not every backup is whole"},
		{"a list cut short", "respaldos/*.sha256", func(b []byte) []byte { return b[:len(b)/2] }, "make a new backup"},
		{"a list without a line", "respaldos/*.sha256", func(b []byte) []byte { return b[bytes.IndexByte(b, '\n')+1:] }, "not every backup is whole"},
		{"an empty list", "respaldos/*.sha256", func([]byte) []byte { return nil }, "not every backup is whole"},
	} {
		t.Run(change.name, func(t *testing.T) {
			t.Parallel()
			f, vault := newFolder(t), t.TempDir()
			s := f.backup(vault)
			names, err := filepath.Glob(filepath.Join(vault, change.of))
			if err != nil || len(names) == 0 {
				t.Fatal(names, err)
			}
			content, err := os.ReadFile(names[0])
			if err != nil {
				t.Fatal(err)
			}
			if change.to == nil {
				err = os.Remove(names[0])
			} else {
				err = os.WriteFile(names[0], change.to(content), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			found, err := verify(t, vault, "")
			requireRefused(t, err, change.says)
			if len(found) != 1 || len(found[0].Damaged) == 0 && found[0].Reason == "" {
				t.Errorf("%+v", found)
			}
			dir, err := restore(t, vault)
			requireRefused(t, err, s.ID)
			if _, errDir := os.Stat(dir); errDir == nil && respaldo.Whole(dir) == nil {
				t.Error("half a folder passes for a whole one")
			}
			if change.to != nil {
				if err := os.Rename(names[0], filepath.Join(t.TempDir(), "x")); err != nil {
					t.Fatal(err)
				}
			}
			f.backup(vault)
			if dir, err = restore(t, vault, func(c *respaldo.RestoreConfig) { c.DataDir = dir }); err != nil {
				t.Fatal(err)
			}
			requireFolder(t, dir, f.want())
		})
	}
}

// TestRestoreRefuses: data, newer formats, and what is not there.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	s := f.backup(vault)
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "carpeta.db"), []byte("vale mucho"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := restore(t, vault, func(c *respaldo.RestoreConfig) { c.DataDir = data })
	requireRefused(t, err, data, "holds data already", "CARPETA_DATA_DIR")
	if all := filesOf(t, data, "."); len(all) != 1 || all["carpeta.db"] != "vale mucho" {
		t.Errorf("data were touched: %v", all)
	}
	_, err = restore(t, vault, func(c *respaldo.RestoreConfig) { c.Schema = schema - 1 })
	requireRefused(t, err, "schema 11", "up to 10", "carpeta de prueba")
	_, err = restore(t, vault, func(c *respaldo.RestoreConfig) { c.ID = "000009-20200101T000000Z" })
	requireRefused(t, err, "no finished backup", "--verificar")
	_, err = restore(t, t.TempDir())
	requireRefused(t, err, "no finished backup", "carpeta respaldo --en", "name another folder")
	name := filepath.Join(vault, "respaldos", s.ID)
	text, err := os.ReadFile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	respaldo.Rewrite(t, vault, s.ID, bytes.Replace(text, []byte(`"formato":1`), []byte(`"formato":2`), 1))
	_, err = restore(t, vault)
	requireRefused(t, err, "format 2", "up to 1", "newer version of carpeta")
	for _, bad := range []string{"../fuera", "/etc/fuera", ".", "objetos/../../fuera"} {
		respaldo.Rewrite(t, vault, s.ID, bytes.Replace(text, []byte(`"emisor.pem"`), fmt.Appendf(nil, "%q", bad), 1))
		_, err = restore(t, vault)
		requireRefused(t, err, "no path of a data folder")
	}
}

// TestAnOlderProgramMakesNoBackup: it does not know what else belongs to data of a newer version.
func TestAnOlderProgramMakesNoBackup(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	c := f.config(vault)
	c.Schema = schema - 1
	_, err := respaldo.Run(t.Context(), c)
	requireRefused(t, err, "schema 11", "up to 10", "with the version of carpeta that wrote")
	_, err = restore(t, vault)
	requireRefused(t, err, "no finished backup")
	f.backup(vault)
	dir, err := restore(t, vault)
	if err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, f.want())
}

// TestLooksAtWhatIsNotThere: a backup or a folder that is not there is no damaged one, and it is said what to do.
func TestLooksAtWhatIsNotThere(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	f.backup(vault)
	tell := func(f respaldo.Finding) error { t.Errorf("it tells of %+v", f); return nil }
	err := respaldo.Verify(t.Context(), vault, "000009-20200101T000000Z", "", tell)
	requireRefused(t, err, "no finished backup 000009-20200101T000000Z", "--verificar")
	nowhere := filepath.Join(vault, "nada")
	err = respaldo.Verify(t.Context(), nowhere, "", "", tell)
	requireRefused(t, err, nowhere, "name the folder that carpeta respaldo --en made")
	_, err = restore(t, nowhere)
	requireRefused(t, err, nowhere, "name the folder that carpeta respaldo --en made")
}

// TestInterruptedRestore: a folder that is not whole is not served, and restored again from the beginning.
func TestInterruptedRestore(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	f.backup(vault)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := filepath.Join(t.TempDir(), "nueva")
	c := respaldo.RestoreConfig{Vault: vault, DataDir: dir, Schema: schema}
	if _, err := respaldo.Restore(ctx, c); err == nil {
		t.Fatal("it was not interrupted")
	}
	requireRefused(t, respaldo.Whole(dir), dir, "carpeta restaurar")
	if err := os.WriteFile(filepath.Join(dir, "resto"), []byte("a medias"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := respaldo.Restore(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, f.want())
}

// TestEncrypted: who has the backup and not the key reads nothing and knows no content; still it is
// incremental, and verified as it is stored.
func TestEncrypted(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	mine, key := identity(t)
	other, otherKey := identity(t)
	to := func(c *respaldo.Config) { c.To = mine }
	f.backup(vault, to)
	if s := f.backup(vault, to); s.New != 0 {
		t.Errorf("the same again: %+v", s)
	}
	for name, content := range filesOf(t, vault, ".") {
		for _, secret := range []string{"persona", "emisor.pem", "grande"} {
			if strings.Contains(content, secret) {
				t.Errorf("%s has %q", name, secret)
			}
		}
	}
	found, err := verify(t, vault, "")
	if err != nil || len(found) != 2 || found[0].Opened || found[0].Stored == 0 {
		t.Errorf("without the key: %+v, %v", found, err)
	}
	found, err = verify(t, vault, key)
	if err != nil || len(found) != 2 || !found[1].Opened {
		t.Errorf("with the key: %+v, %v", found, err)
	}
	_, err = restore(t, vault)
	requireRefused(t, err, "is encrypted", "--identidad")
	_, err = restore(t, vault, func(c *respaldo.RestoreConfig) { c.Identity = otherKey })
	requireRefused(t, err, "encrypted for another key", otherKey, "--cifrar-para")
	_, err = verify(t, vault, otherKey)
	requireRefused(t, err, "encrypted for another key")
	locked := filepath.Join(t.TempDir(), "clave.age") // as age --passphrase leaves an identity
	if err := os.WriteFile(locked, []byte("age-encryption.org/v1\n-> scrypt c2FsdA 18\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{locked, filepath.Join(vault, "nada.txt")} {
		_, err = verify(t, vault, file)
		requireRefused(t, err, file, "that age-keygen wrote", "age --decrypt")
	}
	dir, err := restore(t, vault, func(c *respaldo.RestoreConfig) { c.Identity = key })
	if err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, f.want())
	// Another recipient, and none: neither takes a piece that its key does not open.
	f.backup(vault, func(c *respaldo.Config) { c.To = other })
	if dir, err = restore(t, vault, func(c *respaldo.RestoreConfig) { c.Identity = otherKey }); err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, f.want())
	f.backup(vault)
	if dir, err = restore(t, vault); err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, f.want())
}

// identity makes a key of age: its recipient, and the file of the key.
func identity(t *testing.T) (recipient, file string) {
	t.Helper()
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "clave.txt")
	if err := os.WriteFile(file, []byte("# una clave\n"+id.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return id.Recipient().String(), file
}

// TestOldOnesAreRemoved: what only they had is gone, what others need is there, and what is a stranger's stays.
func TestOldOnesAreRemoved(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	f.put("objetos/vigentes/05/c/borrado", "lo que la persona borró")
	f.backup(vault)
	if err := os.Remove(f.path("objetos/vigentes/05/c/borrado")); err != nil {
		t.Fatal(err)
	}
	stranger := filepath.Join(vault, "datos", "LEEME")
	if err := os.WriteFile(stranger, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		f.backup(vault)
	}
	if s := f.backup(vault, func(c *respaldo.Config) { c.Keep = 2 }); s.Removed != 3 {
		t.Errorf("%+v", s)
	}
	found, err := verify(t, vault, "")
	if err != nil || len(found) != 2 {
		t.Errorf("%+v, %v", found, err)
	}
	for name, content := range filesOf(t, vault, ".") {
		if strings.Contains(content, "borró") {
			t.Errorf("%s holds what only an old backup had", name)
		}
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Error(err)
	}
	dir, err := restore(t, vault)
	if err != nil {
		t.Fatal(err)
	}
	requireFolder(t, dir, f.want())
}

// TestOneWriter: two backups into one folder at a time would remove what the other writes.
func TestOneWriter(t *testing.T) {
	t.Parallel()
	f, vault := newFolder(t), t.TempDir()
	f.after = func() {
		f.after = func() {}
		_, err := respaldo.Run(t.Context(), f.config(vault))
		requireRefused(t, err, "another backup", vault)
	}
	f.backup(vault)
	if f.cuts != 1 {
		t.Errorf("%d cuts", f.cuts)
	}
}
