package services

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Config say where services live and for how long.
type Config struct {
	Dir          string        // data stays here; "" means a temporary folder that Close removes
	TempDir      string        // where that temporary folder is made; "" means the system's
	Detached     bool          // outlive this process (make services-up)
	Install      bool          // install missing programs: apt, go install, npm
	StartTimeout time.Duration // longest start, installing not counted; 0 means five minutes
	Report       func(string)  // progress lines; nil means none
}

func (o Config) report(format string, args ...any) {
	if o.Report != nil {
		o.Report(fmt.Sprintf(format, args...))
	}
}

// portCount is as many as the neediest service (RabbitMQ) takes.
const portCount = 4

// place is where one service runs.
type place struct {
	*folder
	ports []int
}

// recipe is what differs between the services.
type recipe interface {
	// program finds the executable; with config.Install it brings it first.
	program(ctx context.Context, config Config) (string, error)
	// commands gives the command lines: the server, and its helpers.
	commands(program string, l place) (server command, companion *command, err error)
	// ready asks the service once whether it serves.
	ready(ctx context.Context, l place) error
}

// Service is the handle of one service. Its methods may be called from any
// goroutine; they take turns.
type Service struct {
	Name string

	config Config
	recipe recipe

	mu        sync.Mutex
	place     place
	server    *process
	companion *process
	closed    bool
}

// Start starts the service, or does nothing when it runs. It returns when the
// service answers. A second start keeps the ports and the data of the first.
func (s *Service) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.start(ctx)
}

func (s *Service) start(ctx context.Context) error {
	if s.closed {
		return fmt.Errorf("%s was ended for good: start a new one", s.Name)
	}
	if s.server.alive() {
		return nil
	}
	program, err := s.recipe.program(ctx, s.config)
	if err != nil {
		return fmt.Errorf("%s cannot be had: %w", s.Name, err)
	}
	timeout := s.config.StartTimeout
	if timeout == 0 {
		timeout = 5 * time.Minute // alone a broker takes 4 s, on a machine busy with other tests many times that
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	// Addresses are promised with the first success only. Until then a port that
	// somebody else took in the meantime is answered with other ports.
	first := s.place.folder == nil
	if first {
		if err := s.occupy(); err != nil {
			return err
		}
	}
	for attempt := 1; ; attempt++ {
		err = s.launch(ctx, program)
		if err == nil {
			return nil
		}
		_ = s.killAll() // the failure that counts is err
		if !first || attempt == 3 || !errors.Is(err, errDied) {
			break
		}
		if s.place.ports, err = freePorts(portCount); err != nil {
			break
		}
	}
	if first {
		_ = s.place.remove()
		s.place = place{}
	}
	return fmt.Errorf("%s did not start: %w", s.Name, err)
}

const portsFile = "puertos.json"

// occupy makes the folder and picks the ports: those of last time, when the
// folder remembers some and they are free.
func (s *Service) occupy() error {
	c, err := openFolder(s.config.Dir, s.config.TempDir, s.Name)
	if err != nil {
		return err
	}
	var ports []int
	text, err := os.ReadFile(filepath.Join(c.path, portsFile))
	if err != nil || json.Unmarshal(text, &ports) != nil ||
		len(ports) != portCount || !allFree(ports) {
		if ports, err = freePorts(portCount); err != nil {
			return errors.Join(err, c.remove())
		}
	}
	s.place = place{folder: c, ports: ports}
	return nil
}

// errDied: the process ended before it served.
var errDied = errors.New("it ended while starting")

func (s *Service) launch(ctx context.Context, program string) error {
	text, err := json.Marshal(s.place.ports)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.place.path, portsFile), text, 0o600); err != nil {
		return err
	}
	server, companion, err := s.recipe.commands(program, s.place)
	if err != nil {
		return err
	}
	if companion != nil && !s.companion.alive() {
		if s.companion, err = spawn(*companion, s.config.Detached); err != nil {
			return err
		}
	}
	if s.server, err = spawn(server, s.config.Detached); err != nil {
		return err
	}
	if err := s.awaitReady(ctx); err != nil {
		return fmt.Errorf("%w; the end of its log:\n%s", err, tail(server.log))
	}
	return nil
}

// awaitReady asks until the service answers, ends, or runs out of time.
func (s *Service) awaitReady(ctx context.Context) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		if err := s.recipe.ready(ctx, s.place); err == nil && s.server.alive() {
			return nil
		}
		select {
		case <-s.server.done:
			return errDied
		case <-ctx.Done():
			return fmt.Errorf("it gave no answer in time: %w", ctx.Err())
		case <-tick.C:
		}
	}
}
