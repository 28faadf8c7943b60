package app_test

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/cli"
)

// TestTheDataFolderIsSeen: how full its disk is, and when it was backed up last. A backup that failed leaves the time of
// the one before.
func TestTheDataFolderIsSeen(t *testing.T) {
	t.Parallel() // it mostly waits
	s := start(t, 1)
	if free, size := s.figure(t, "carpeta_disk_free_bytes"), s.figure(t, "carpeta_disk_size_bytes"); runtime.GOOS == "linux" && (free <= 0 || free > size) {
		t.Errorf("%v bytes are free of %v", free, size)
	}
	const last = "carpeta_respaldo_ultimo_timestamp_seconds"
	if got := s.figure(t, last); got != 0 {
		t.Errorf("before the first backup: %v", got)
	}
	output(t, s.dir, "respaldo", "crear", "--en", filepath.Join(t.TempDir(), "respaldos"))
	first := s.figure(t, last)
	if first == 0 {
		t.Error("a whole backup is not seen")
	}
	file := filepath.Join(t.TempDir(), "no folder")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := cli.Run(t.Context(), command(t, s.dir, "respaldo", "crear", "--en", file), io.Discard, io.Discard); err == nil {
		t.Fatal("a backup into a file went well")
	}
	if got := s.figure(t, last); got != first {
		t.Errorf("after a backup that failed: %v, before it %v", got, first)
	}
}

// TestFoldersThatNothingIsWrittenTo: what the commands beside a server write into half a folder is lost with the next
// restore, and into one that moved, nobody reads it.
func TestFoldersThatNothingIsWrittenTo(t *testing.T) {
	for marker, says := range map[string]string{"objetos/vigentes/x": "restore the last backup", "migrada": "Start the server with those stores"} {
		for _, args := range [][]string{{"revocacion", "agregar", "--sujeto", "x"}, {"revocacion", "retirar", "--sujeto", "x"}, {"token", "emitir", "--sub", "x", "--rol", "ciudadano"}, {"carpeta", "abrir", "--ciudadano", "x", "--operador", "op"}} {
			dir := t.TempDir()
			if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, marker)), 0o700), os.WriteFile(filepath.Join(dir, marker), nil, 0o600)); err != nil {
				t.Fatal(err)
			}
			err := cli.Run(t.Context(), command(t, dir, args...), io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v: %v, want %q", args, err, says)
			}
			if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
				t.Errorf("%v: the folder has %v now, %v", args, files, err)
			}
		}
	}
}

// TestADatabaseThatIsLost: no command that opens the folder makes a new one beside the files and seals of the old, which
// would show every citizen an empty folder.
func TestADatabaseThatIsLost(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(db string) error{"missing": os.Remove, "empty": func(db string) error { return os.Truncate(db, 0) }} {
		dir := t.TempDir()
		output(t, dir, "datos", "sembrar", "--carpetas=1", "--documentos=1")
		if err := os.MkdirAll(filepath.Join(dir, "sellos", "vigentes"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "sellos", "vigentes", "x"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		db := filepath.Join(dir, "carpeta.db")
		if err := lose(db); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"serve"}, {"datos", "sembrar", "--carpetas=1", "--documentos=1"}, {"carpeta", "abrir", "--ciudadano", "x", "--operador", "op"}, {"auditoria", "comprobar"},
			{"respaldo", "crear", "--en", filepath.Join(t.TempDir(), "copias")}, {"token", "emitir", "--sub", "x", "--rol", "ciudadano"},
		} {
			err := cli.Run(t.Context(), command(t, dir, args...), io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), "carpeta respaldo restaurar") {
				t.Errorf("%s: %v: %v", name, args, err)
			}
		}
		if info, err := os.Stat(db); err == nil && info.Size() > 0 {
			t.Errorf("%s: it was made anew", name)
		}
	}
}

// TestAFolderOfBefore: the commands beside a server refuse it too, and write nothing there.
func TestAFolderOfBefore(t *testing.T) {
	for _, args := range [][]string{
		{"token", "emitir", "--sub", "x", "--rol", "ciudadano"}, {"revocacion", "listar"}, {"revocacion", "agregar", "--sujeto", "x"}, {"revocacion", "retirar", "--sujeto", "x"},
	} {
		dir := t.TempDir()
		writeOldDatabase(t, filepath.Join(dir, "carpeta.db"))
		err := cli.Run(t.Context(), command(t, dir, args...), io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "before 0.3.0 wrote these data") {
			t.Errorf("%v: %v", args, err)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
			t.Errorf("%v: the folder has %v now, %v", args, files, err)
		}
	}
}

func writeOldDatabase(t *testing.T, path string) {
	t.Helper()
	old, err := os.Open("../store/boltstore/testdata/carpeta-0.2.0.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	unpacked, err := gzip.NewReader(old)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err = errors.Join(err, os.WriteFile(path, content, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// figure is one without labels.
func (s *server) figure(t *testing.T, name string) float64 {
	t.Helper()
	resp, err := s.client.Get(s.admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(text)
	if m == nil {
		return -1
	}
	value, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}
