package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const (
	patience = 30 * time.Second
	poll     = 2 * time.Millisecond
)

// server is a running `carpeta serve`.
type server struct {
	cmd        *exec.Cmd
	api, admin string // http://host:port
	log        string
	readyIn    time.Duration // from exec to /readyz
	end        chan error
}

// boot starts a server and waits until all of its parts are ready.
func (i *installation) boot(ctx context.Context) (*server, error) {
	ports, err := services.FreePorts(2)
	if err != nil {
		return nil, err
	}
	log, err := os.OpenFile(filepath.Join(i.dir, "serve.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	api, admin := fmt.Sprintf("127.0.0.1:%d", ports[0]), fmt.Sprintf("127.0.0.1:%d", ports[1])
	s := &server{cmd: exec.Command(i.bench.bin, "serve"), api: "http://" + api, admin: "http://" + admin, log: log.Name(), end: make(chan error, 1)}
	s.cmd.Env = append(append(setting(), i.env...), "CARPETA_ADDR="+api, "CARPETA_ADMIN_ADDR="+admin)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	since := time.Now()
	if err := services.StartChild(s.cmd); err != nil {
		return nil, err
	}
	go func() { s.end <- s.cmd.Wait() }()
	if err := s.awaitReady(ctx); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	s.readyIn = time.Since(since)
	return s, nil
}

func (s *server) awaitReady(ctx context.Context) error {
	ctx, release := context.WithTimeout(ctx, patience)
	defer release()
	for {
		state := s.ask(ctx)
		if state == "ok" {
			return nil
		}
		select {
		case err := <-s.end:
			s.end <- err
			return fmt.Errorf("the server ended: %w\n%s", err, s.lastLines())
		case <-ctx.Done():
			return fmt.Errorf("the server is not ready after %s (%q)\n%s", patience, state, s.lastLines())
		case <-time.After(poll):
		}
	}
}

func (s *server) ask(ctx context.Context) string {
	body, err := readURL(ctx, s.admin+"/readyz")
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(body)
}

func readURL(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, resp.Status)
	}
	return string(body), err
}

func (s *server) lastLines() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-8):], "\n")
}

// stop ends the server in order, or at once if it does not follow.
func (s *server) stop() error {
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended: Wait tells
	select {
	case err := <-s.end:
		return err
	case <-time.After(patience):
		_ = s.cmd.Process.Kill()
		return errors.Join(errors.New("the server did not stop on SIGTERM"), <-s.end)
	}
}

// pauseFor waits; it ends early with the context.
func pauseFor(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
