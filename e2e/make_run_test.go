package e2e_test

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestMakeRunOnAnotherPort: a port that is taken is no end, and the sentence that says so is true.
func TestMakeRunOnAnotherPort(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = taken.Close() }()
	port := taken.Addr().(*net.TCPAddr).Port
	names := func(output []byte) bool { // the port, or the next one, if somebody else has that by now
		return strings.Contains(string(output), strconv.Itoa(port)) || strings.Contains(string(output), strconv.Itoa(port+1))
	}
	refused := makeRun(t, t.Context(), strconv.Itoa(port))
	if output, err := refused.CombinedOutput(); err == nil || !names(output) || !strings.Contains(string(output), "PORT=9000 make run") {
		t.Errorf("a port that is taken: %v\n%s", err, output)
	}

	for range 3 { // somebody else may take one of the two
		ctx, stop := context.WithCancel(t.Context())
		free := freePair(t)
		cmd := makeRun(t, ctx, strconv.Itoa(free))
		must(t, cmd.Start())
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		up := false
		serverkit.WaitFor(t, soon, "the server, or its end", func() bool {
			select {
			case <-ended:
				return true
			default:
			}
			r, err := http.Get("http://127.0.0.1:" + strconv.Itoa(free+1) + "/readyz")
			if err != nil {
				return false
			}
			_ = r.Body.Close()
			up = r.StatusCode == http.StatusOK
			return up
		})
		stop()
		<-ended
		if up {
			return
		}
	}
	t.Error("PORT=… make run did not serve")
}

// makeRun is `PORT=port make run` in a folder of its own, with the program that is tested. Its end is that of the server.
func makeRun(t *testing.T, ctx context.Context, port string) *exec.Cmd {
	makefile, err := filepath.Abs("../Makefile")
	must(t, err)
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "bin"), 0o755))
	must(t, os.Symlink(serverkit.Binary(t), filepath.Join(dir, "bin", "carpeta")))
	cmd := exec.CommandContext(ctx, "make", "-f", makefile, "-o", "build", "run")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PORT="+port)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	return cmd
}

// freePair is a free port whose next one is free.
func freePair(t *testing.T) int {
	for range 100 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		port := l.Addr().(*net.TCPAddr).Port
		next, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port+1))
		_ = l.Close()
		if err == nil {
			_ = next.Close()
			return port
		}
	}
	t.Fatal("no two free ports beside each other")
	return 0
}
