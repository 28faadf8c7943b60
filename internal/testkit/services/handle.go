package services

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// handle is what all three handles do.
type handle interface {
	Start(context.Context) error
	Close() error
	service() *Service
}

// politeTimeout is how long a service may take to leave when asked. RabbitMQ
// takes about a second.
const politeTimeout = 15 * time.Second

// Stop asks the service to end and keeps its data. No-op when it is stopped.
func (s *Service) Stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server.terminate(politeTimeout)
}

// Kill ends the service with SIGKILL: unwritten data are lost.
func (s *Service) Kill() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server.kill()
}

// Restart ends the service politely and starts it again on the same ports
// and data. Its connections are cut.
func (s *Service) Restart(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.server.terminate(politeTimeout); err != nil {
		return err
	}
	return s.start(ctx)
}

// Wipe wipes the data, as if the disk had been lost: the service is killed,
// and started again on the same ports if it was running.
func (s *Service) Wipe(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	wasRunning := s.server.alive()
	if err := s.server.kill(); err != nil {
		return err
	}
	if s.place.folder != nil {
		if err := os.RemoveAll(filepath.Join(s.place.path, dataDir)); err != nil {
			return err
		}
	}
	if !wasRunning {
		return nil
	}
	return s.start(ctx)
}

// Pause freezes the service (SIGSTOP): connections stay open, nothing answers.
// It returns once every thread stands still, which takes a moment under load.
func (s *Service) Pause() error {
	if err := s.signalProcess(pause); err != nil {
		return err
	}
	return s.signalProcess(awaitStill)
}

// Resume undoes Pause.
func (s *Service) Resume() error { return s.signalProcess(resume) }

func (s *Service) signalProcess(signal func(*os.Process) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.server.alive() {
		return fmt.Errorf("%s: %w", s.Name, errNotRunning)
	}
	return signal(s.server.cmd.Process)
}

// Close ends the service for good; calling it again does nothing. Data in a
// temporary folder goes with it, so there it is not asked but killed.
func (s *Service) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	if s.place.folder == nil {
		return nil
	}
	var err error
	if !s.place.temporary() {
		err = s.server.terminate(politeTimeout)
	}
	return errors.Join(err, s.killAll(), s.place.remove())
}

func (s *Service) killAll() error {
	return errors.Join(s.server.kill(), s.companion.kill())
}

// Running tells whether the service's process is there; a paused one is.
func (s *Service) Running() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server.alive()
}

// Pids of the running processes, the server first.
func (s *Service) Pids() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	var pids []int
	for _, p := range []*process{s.server, s.companion} {
		if p.alive() {
			pids = append(pids, p.cmd.Process.Pid)
		}
	}
	return pids
}

// Log is everything that the service wrote so far.
func (s *Service) Log() string {
	text, err := os.ReadFile(filepath.Join(s.path(), s.Name+".log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// port is the n-th port, 0 before the first start.
func (s *Service) port(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.place.folder == nil {
		return 0
	}
	return s.place.ports[n]
}

// path is the service's folder, "" before the first start.
func (s *Service) path() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.place.folder == nil {
		return ""
	}
	return s.place.path
}

// tail is the end of a log, for an error message.
func tail(log string) string {
	const size = 2000
	text, err := os.ReadFile(log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-size):])
}
