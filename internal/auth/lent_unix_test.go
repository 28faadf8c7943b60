//go:build unix

package auth_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// lentFile names the file that this program reads when it is started once more, as somebody else.
const lentFile = "CARPETA_TEST_LENT_FILE"

// TestALentSecret: root's file is read by the group of the program, as Kubernetes mounts secrets, and by nobody else.
func TestALentSecret(t *testing.T) {
	if path := os.Getenv(lentFile); path != "" {
		if _, err := auth.SecretFile(path, nil); err != nil {
			t.Fatal(err)
		}
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can lend a file to another account")
	}
	const program = 65532
	dir := openFolder(t)
	again := copyOfThis(t, dir)
	for mode, want := range map[os.FileMode]string{0o440: "", 0o640: "", 0o444: "chmod 440", 0o460: "chmod 440"} {
		path := filepath.Join(dir, "sello.llaves")
		if err := os.WriteFile(path, []byte("llave"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(path, 0, program); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), again, "-test.run=^TestALentSecret$")
		cmd.Env = []string{lentFile + "=" + path}
		cmd.Dir = dir
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: program, Gid: program}}
		said, err := cmd.CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(said), want) {
			t.Errorf("mode %04o: want %q, got %v\n%s", mode, want, err, said)
		}
	}
}

// openFolder is one that every account may enter.
func openFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "lent")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// copyOfThis is this program where every account may start it.
func copyOfThis(t *testing.T, dir string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	path := filepath.Join(dir, "again.test")
	to, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
