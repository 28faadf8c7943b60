package serverkit

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// Server is a server process. Its addresses hold over restarts.
type Server struct {
	House         *House
	URL, AdminURL string

	args []string
	env  []string
	log  string
	cmd  *exec.Cmd
	done chan struct{} // closed once the process has been reaped
}

const (
	readyTimeout = 3 * time.Minute // a start; alone it takes a second
	stopTimeout  = 3 * time.Minute // an orderly end
)

// Start starts a server, after bootstrap, and waits until it is ready. It ends
// with the test.
func (c *House) Start(t testing.TB, args ...string) *Server {
	t.Helper()
	c.Prepare(t)
	s := &Server{House: c, args: append([]string{"serve"}, args...), log: filepath.Join(t.TempDir(), "servidor.log")}
	t.Cleanup(func() { s.finish(t) })
	for attempt := 1; ; attempt++ {
		ports, err := services.FreePorts(2)
		if err != nil {
			t.Fatal(err)
		}
		s.setAddresses(ports[0], ports[1])
		if err = s.launch(); err == nil {
			return s
		}
		if attempt == 3 || !strings.Contains(s.readLog(), "address already in use") {
			t.Fatal(err)
		}
	}
}

func (s *Server) setAddresses(api, admin int) {
	a, b := fmt.Sprintf("127.0.0.1:%d", api), fmt.Sprintf("127.0.0.1:%d", admin)
	s.URL, s.AdminURL = "http://"+a, "http://"+b
	s.env = s.House.With("CARPETA_ADDR="+a, "CARPETA_ADMIN_ADDR="+b).env
}

// launch starts the process and waits for /readyz.
func (s *Server) launch() error {
	log, err := os.OpenFile(s.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	program, err := s.House.program()
	if err != nil {
		return err
	}
	s.cmd = exec.Command(program[0], append(program[1:len(program):len(program)], s.args...)...)
	s.cmd.Env, s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = s.env, s.House.Dir, log, log
	if err := services.StartChild(s.cmd); err != nil {
		return err
	}
	done, cmd := make(chan struct{}), s.cmd
	s.done = done
	go func() { defer close(done); _ = cmd.Wait() }()
	return s.awaitReady()
}

func (s *Server) awaitReady() error {
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeout)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if status, _ := get(ctx, s.AdminURL+"/readyz"); status == http.StatusOK {
			return nil
		}
		select {
		case <-s.done:
			return fmt.Errorf("the server ended while starting: %v", s.cmd.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("the server was not ready after %s", readyTimeout)
		case <-tick.C:
		}
	}
}

// PID is the process's.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Kill ends the process with SIGKILL. It may be called from any goroutine.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	_ = s.cmd.Process.Kill() // fails only when it is already gone
	s.waitEnded(t)
}

// Stop asks the process to end and returns its exit code. It may be called from
// any goroutine.
func (s *Server) Stop(t testing.TB) int {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Errorf("SIGTERM: %v", err)
	}
	return s.Ended(t)
}

// Ended waits for the process to end by itself, and returns its exit code.
func (s *Server) Ended(t testing.TB) int {
	t.Helper()
	if !s.waitEnded(t) {
		return -1
	}
	return s.cmd.ProcessState.ExitCode()
}

// Restart starts the process again, on the same addresses and data.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if err := s.TryStart(); err != nil {
		t.Fatal(err)
	}
}

// TryStart is Restart for a test that may try again: a server does not start without
// its stores. After an error no process is left.
func (s *Server) TryStart() error {
	err := s.launch()
	if err != nil {
		_ = s.cmd.Process.Kill() // fails only when it is already gone
		<-s.done
	}
	return err
}

// Pause freezes the process (SIGSTOP); Resume undoes it.
func (s *Server) Pause() error { return s.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume undoes Pause.
func (s *Server) Resume() error { return s.cmd.Process.Signal(syscall.SIGCONT) }

func (s *Server) waitEnded(t testing.TB) bool {
	t.Helper()
	select {
	case <-s.done:
		return true
	case <-time.After(stopTimeout):
		t.Errorf("the server is still there after %s", stopTimeout)
		return false
	}
}

// finish ends the process with the test and judges its log.
func (s *Server) finish(t testing.TB) {
	if s.done != nil {
		_ = s.cmd.Process.Kill()
		<-s.done
	}
	text := s.readLog()
	for _, bad := range []string{"DATA RACE", "panic", `"internal error"`} {
		if strings.Contains(text, bad) {
			t.Errorf("the server's log has %q", bad)
		}
	}
	if t.Failed() {
		t.Logf("end of the log of %s:\n%s", s.URL, tail(text))
	}
}

// Log is everything that the process wrote so far.
func (s *Server) Log() string { return s.readLog() }

func (s *Server) readLog() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func tail(text string) string {
	const size = 6000
	return text[max(0, len(text)-size):]
}

// Admin asks the admin listener: /readyz, /livez, /metrics.
func (s *Server) Admin(t testing.TB, path string) (status int, body string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), requestTimeout)
	defer cancel()
	status, b := get(ctx, s.AdminURL+path)
	return status, string(bytes.TrimSpace(b))
}
