package respaldo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// folder is the data folder of a stopped server, with a carpeta of documents.
type folder struct {
	t     *testing.T
	dir   string
	files []string // of the documents
}

func newFolder(t *testing.T, documents int) *folder {
	t.Helper()
	f := &folder{t: t, dir: t.TempDir()}
	c := carpeta.Carpeta{CarpetaID: uuid.NewString(), CiudadanoID: "ana", OperadorID: "op", Tipo: "PERSONAL", TotalDocumentos: int64(documents)}
	var ds []documento.Documento
	for range documents {
		k := documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: uuid.Must(uuid.NewV7()).String()}
		ds = append(ds, documento.Documento{Fila: documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: "t", Tipo: documento.Diploma, Estado: documento.Procesado}, StoragePath: documento.NombreObjeto(k), TipoCarpeta: c.Tipo})
		f.files = append(f.files, "objetos/"+diskblob.PathOf(k))
		f.put(f.files[len(f.files)-1], "documento "+k.DocumentoID)
	}
	s, err := boltstore.Open(boltstore.Config{Dir: f.dir})
	must(t, err)
	must(t, errors.Join(s.Sembrar(t.Context(), c, ds, storetest.Hecho()), s.Close()))
	f.put("emisor.pem", "secreto")
	f.put("servidor.json", "de esta ejecución")
	f.put("objetos/parciales/7", "a medias")
	f.put("sellos/vigentes/op/checkpoint", "uno")
	return f
}

// put writes a file of an hour ago: one that is younger than two seconds is always copied.
func (f *folder) put(name, content string) {
	f.t.Helper()
	path, old := filepath.Join(f.dir, name), time.Now().Add(-time.Hour)
	must(f.t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600), os.Chtimes(path, old, old)))
}

func (f *folder) config(into string) respaldo.Config {
	return respaldo.Config{
		Dir: f.dir, Into: into, Keep: 2, Program: "carpeta de prueba", Clock: time.Now,
	}
}

func (f *folder) backup(into string) respaldo.Summary {
	f.t.Helper()
	s, err := respaldo.Create(f.t.Context(), f.config(into))
	must(f.t, err)
	return s
}

// want is what a restored folder holds.
func (f *folder) want() map[string]string {
	all := filesIn(f.t, f.dir)
	maps.DeleteFunc(all, func(name, _ string) bool {
		return name == "servidor.json" || name == datafolder.LastBackup || strings.HasPrefix(name, "objetos/parciales")
	})
	return all
}

func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[name] = string(text)
		return err
	}))
	return all
}

func restore(t *testing.T, from string) (map[string]string, error) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "nueva")
	if _, err := respaldo.Restore(t.Context(), from, dir); err != nil {
		return nil, err
	}
	return filesIn(t, dir), datafolder.Whole(dir)
}

// sha256sum reads a snapshot as docs/respaldo.md and the unit of systemd do.
func sha256sum(t *testing.T, snapshot string) error {
	t.Helper()
	program, err := exec.LookPath("sha256sum")
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "--check", "--quiet", "--strict", "respaldo.sha256")
	cmd.Dir = snapshot
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	return nil
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// requireSame compares folders without printing a database, of which a copy has other free pages: it is opened.
func requireSame(t *testing.T, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] && (name != boltstore.FileName || !opens(t, got[name])) {
			t.Errorf("%s is another, or missing", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

func opens(t *testing.T, db string) bool {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, boltstore.FileName), []byte(db), 0o600))
	s, err := boltstore.OpenSnapshot(dir)
	if err == nil {
		err = s.Each(rules.Documentos, func(records.Item) error { return nil })
		err = errors.Join(err, s.Close())
	}
	return err == nil
}

func TestASnapshotIsTheFolder(t *testing.T) {
	f, into := newFolder(t, 5), filepath.Join(t.TempDir(), "respaldos")
	first := f.backup(into)
	if first.Files != 8 || first.New != 8 {
		t.Errorf("%+v", first)
	}
	got, err := restore(t, into)
	must(t, err)
	requireSame(t, got, f.want())
	got, err = restore(t, filepath.Join(into, "actual")) // as restic puts it back
	must(t, err)
	requireSame(t, got, f.want())

	// The second one copies what is new. What is erased stays in the first.
	before := f.want()
	must(t, os.Remove(filepath.Join(f.dir, f.files[0])))
	f.put("sellos/vigentes/op/checkpoint", "dos, y más largo")
	second := f.backup(into)
	if second.Files != 7 || second.New != 2 { // the database, the checkpoint
		t.Errorf("%+v", second)
	}
	got, err = restore(t, into)
	must(t, err)
	requireSame(t, got, f.want())
	got, err = restore(t, filepath.Join(into, first.ID))
	must(t, err)
	requireSame(t, got, before)
	f.backup(into)
	if _, err := restore(t, filepath.Join(into, first.ID)); err == nil || !strings.Contains(err.Error(), "no finished backup") {
		t.Errorf("the third removed nothing: %v", err)
	}
	for _, snapshot := range []string{"actual", second.ID} {
		if err := sha256sum(t, filepath.Join(into, snapshot)); err != nil {
			t.Error(err)
		}
	}
}

// Damage is found, named, and never restored; the next backup copies anew what was removed.
func TestDamageIsFound(t *testing.T) {
	f, into := newFolder(t, 2), t.TempDir()
	f.backup(into)
	path := filepath.Join(into, "actual", f.files[0])
	must(t, os.WriteFile(path, []byte("otra cosa"), 0o600))
	if err := sha256sum(t, filepath.Join(into, "actual")); err == nil || !strings.Contains(err.Error(), f.files[0]) {
		t.Errorf("sha256sum says %v", err)
	}
	if _, err := restore(t, into); err == nil || !strings.Contains(err.Error(), f.files[0]) {
		t.Errorf("it says %v", err)
	}
	must(t, os.Remove(path))
	f.backup(into)
	must(t, sha256sum(t, filepath.Join(into, "actual")))
	list := filepath.Join(into, "actual", "respaldo.sha256")
	text, err := os.ReadFile(list)
	must(t, err)
	for name, damaged := range map[string]string{
		"cut short": string(text[:len(text)-20]), "a file less": string(bytes.Replace(text, []byte(f.files[0]), []byte("otro"), 1)), "empty": "",
		"it leaves the folder": strings.Replace(string(text), "emisor.pem", "../ajeno", 1),
	} {
		must(t, os.WriteFile(list, []byte(damaged), 0o600))
		if _, err := restore(t, filepath.Join(into, "actual")); err == nil {
			t.Errorf("%s: it was restored", name)
		}
	}
}

// TestBackupsOfOtherVersions are refused with what to do, and kept as any other.
func TestBackupsOfOtherVersions(t *testing.T) {
	for format, says := range map[string]string{`"formato":2`: "before 0.3.0", `"formato":9`: "newer version of carpeta"} {
		f, into := newFolder(t, 1), t.TempDir()
		s := f.backup(into)
		list := filepath.Join(into, "actual", "respaldo.sha256")
		text, err := os.ReadFile(list)
		must(t, err)
		must(t, os.WriteFile(list, bytes.Replace(text, []byte(`"formato":3`), []byte(format), 1), 0o600))
		if _, err := restore(t, into); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "carpeta de prueba") {
			t.Errorf("%s: restore says %v", format, err)
		}
		f.backup(into)
		if _, err := os.Stat(filepath.Join(into, s.ID, "respaldo.sha256")); err != nil {
			t.Errorf("%s: it is not kept: %v", format, err)
		}
	}
}

// TestWhatIsNotWholeIsNoBackup: a backup that was interrupted, or whose server let go, leaves the one before as it is.
func TestWhatIsNotWholeIsNoBackup(t *testing.T) {
	f, into := newFolder(t, 2), t.TempDir()
	want := f.want()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := respaldo.Create(ctx, f.config(into)); !errors.Is(err, context.Canceled) {
		t.Errorf("it says %v", err)
	}
	if _, err := restore(t, into); err == nil || !strings.Contains(err.Error(), "no finished backup") {
		t.Errorf("it says %v", err)
	}
	f.backup(into)
	if _, err := respaldo.Create(ctx, f.config(into)); !errors.Is(err, context.Canceled) {
		t.Errorf("it says %v", err)
	}
	got, err := restore(t, into)
	must(t, err)
	requireSame(t, got, want)
	f.backup(into)
	if _, err := os.Stat(filepath.Join(into, "nuevo")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half a backup is left: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestARunningServerGivesTheMoment: files that it erased since, and links to what changed, are where it keeps them. One
// that lets go ends the backup.
func TestARunningServerGivesTheMoment(t *testing.T) {
	for name, c := range map[string]struct {
		letsGo  bool
		status  int
		refuses string
	}{
		"whole": {false, 200, ""}, "it lets go": {true, 200, "let go of the data"}, "another key": {false, 403, "no data: anew"},
	} {
		t.Run(name, func(t *testing.T) {
			f, into := newFolder(t, 3), t.TempDir()
			want := f.want()
			db := want["carpeta.db"]
			s, err := boltstore.Open(boltstore.Config{Dir: f.dir})
			must(t, err)
			defer func() { must(t, s.Close()) }()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer llave" || c.status != 200 {
					http.Error(w, "anew", http.StatusForbidden)
					return
				}
				f.erase(f.files[0])
				must(t, os.Rename(filepath.Join(f.dir, "sellos/vigentes"), filepath.Join(f.dir, "sellos/congelados")))
				f.put("sellos/vigentes/op/checkpoint", "de después")
				must(t, json.NewEncoder(w).Encode(datafolder.Header{Taken: time.Now(), Size: int64(len(db))}))
				_, _ = io.WriteString(w, db)
				w.(http.Flusher).Flush()
				if !c.letsGo {
					<-r.Context().Done()
				}
			}))
			defer server.Close()
			access, err := json.Marshal(datafolder.Access{URL: server.URL, Key: "llave"})
			must(t, err)
			f.put("servidor.json", string(access))
			cfg := f.config(into)
			if c.letsGo {
				cfg.Rate = 1 // the end is heard of before the last file
				f.put("sellos/vigentes/op/tile", strings.Repeat("x", 1<<20))
			}
			_, err = respaldo.Create(t.Context(), cfg)
			if c.refuses != "" {
				if err == nil || !strings.Contains(err.Error(), c.refuses) {
					t.Errorf("it says %v", err)
				}
				return
			}
			must(t, err)
			got, err := restore(t, into)
			must(t, err)
			requireSame(t, got, want)
		})
	}
}

// erase erases a file as a server does that holds it for a backup.
func (f *folder) erase(name string) {
	held := filepath.Join(f.dir, strings.Replace(name, diskblob.Current, diskblob.HeldIn, 1))
	must(f.t, errors.Join(os.MkdirAll(filepath.Dir(held), 0o700), os.Rename(filepath.Join(f.dir, name), held)))
}

// TestARestoreNeverWritesOverData, and no server starts on half of one.
func TestARestoreNeverWritesOverData(t *testing.T) {
	f, into := newFolder(t, 1), t.TempDir()
	f.backup(into)
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "algo"), nil, 0o600))
	if _, err := respaldo.Restore(t.Context(), into, dir); err == nil || !strings.Contains(err.Error(), "holds data already") {
		t.Errorf("it says %v", err)
	}
	must(t, os.Remove(filepath.Join(dir, "algo")))
	must(t, second(respaldo.Restore(t.Context(), into, dir)))
	requireSame(t, filesIn(t, dir), f.want())
	if info, err := os.Stat(filepath.Join(dir, "objetos/parciales")); err != nil || !info.IsDir() {
		t.Error(err)
	}
	at, err := os.Stat(filepath.Join(dir, f.files[0]))
	must(t, err)
	if time.Since(at.ModTime()) < time.Minute {
		t.Error("a file has lost its time")
	}

	// The keys are damaged: everything that comes before them is there, and the database has not its name yet.
	must(t, os.WriteFile(filepath.Join(into, "actual", "emisor.pem"), []byte("otra cosa"), 0o600))
	half := filepath.Join(t.TempDir(), "media")
	if _, err := respaldo.Restore(t.Context(), into, half); err == nil || !strings.Contains(err.Error(), "Remove "+half) {
		t.Errorf("it says %v", err)
	}
	if err := datafolder.Usable(half); err == nil || !strings.Contains(err.Error(), "missing or empty") {
		t.Errorf("half a restore: %v", err)
	}
}

// TestOnlyOneAtATime writes into a folder of backups.
func TestOnlyOneAtATime(t *testing.T) {
	f, into := newFolder(t, 1), t.TempDir()
	inner := errors.New("not tried")
	outer := f.config(into)
	tried := false
	outer.Clock = func() time.Time {
		if _, err := os.Stat(filepath.Join(into, "candado")); err == nil && !tried {
			tried = true
			_, inner = respaldo.Create(t.Context(), f.config(into))
		}
		return time.Now()
	}
	must(t, second(respaldo.Create(t.Context(), outer)))
	if inner == nil || !strings.Contains(inner.Error(), "another backup") {
		t.Errorf("it says %v", inner)
	}
}

// TestRestic runs the example of docs/respaldo.md: a snapshot goes into a repository of restic, is lost, and comes back.
func TestRestic(t *testing.T) {
	restic, err := exec.LookPath("restic")
	if err != nil {
		services.NotRun(t, "restic is not installed: make servicios")
	}
	f, work := newFolder(t, 20), t.TempDir()
	into, repository := filepath.Join(work, "respaldos"), filepath.Join(work, "restic")
	key := filepath.Join(work, "clave")
	must(t, os.WriteFile(key, []byte("una clave larga\n"), 0o600))
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), restic, args...)
		cmd.Env = append(os.Environ(), "RESTIC_REPOSITORY="+repository, "RESTIC_PASSWORD_FILE="+key, "RESTIC_CACHE_DIR="+filepath.Join(work, "cache"))
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("restic %s: %v\n%s", strings.Join(args, " "), err, said)
		}
		return string(said)
	}
	run("init")
	want := map[string]string{}
	for n := range 2 {
		f.put("emisor.pem", fmt.Sprint("secreto ", n))
		f.backup(into)
		want = f.want()
		run("backup", "--ignore-ctime", filepath.Join(into, "actual"))
	}
	run("forget", "--keep-daily", "14", "--keep-weekly", "8", "--prune")
	run("check", "--read-data")
	must(t, os.RemoveAll(into))
	run("restore", "latest", "--target", filepath.Join(work, "vuelta"))
	got, err := restore(t, filepath.Join(work, "vuelta", into, "actual"))
	must(t, err)
	requireSame(t, got, want)
}
