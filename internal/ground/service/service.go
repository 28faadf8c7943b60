package service

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Service runs from Start to Stop. Stop waits for everything it started, may be
// called again, and may be called before Start.
type Service interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
}

// Loop is a Service made of one function that runs until its context ends.
type Loop struct {
	name string
	run  func(ctx context.Context) error

	mu     sync.Mutex
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// NewLoop makes a Service of run. Stop returns the error of a run, also of one that ended before.
func NewLoop(name string, run func(ctx context.Context) error) *Loop {
	return &Loop{name: name, run: run, done: make(chan struct{})}
}

// Start runs the function in the background. The context's values are kept, its
// cancellation is not: only Stop ends the loop.
func (l *Loop) Start(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel != nil {
		return fmt.Errorf("service %s: started twice", l.name)
	}
	ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer close(l.done)
		l.err = l.run(ctx)
	}()
	return nil
}

// Stop ends the function and waits for it, at most until ctx ends.
func (l *Loop) Stop(ctx context.Context) error {
	l.mu.Lock()
	cancel := l.cancel
	l.mu.Unlock()
	if cancel == nil {
		return nil
	}
	cancel()
	select {
	case <-l.done:
		if l.err != nil && !errors.Is(l.err, context.Canceled) {
			return fmt.Errorf("service %s: %w", l.name, l.err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("service %s: did not stop in time: %w", l.name, ctx.Err())
	}
}

// Stack starts services in order and stops them in the reverse order.
type Stack struct {
	mu      sync.Mutex
	started []Service
}

// Start starts one more service on top.
func (s *Stack) Start(ctx context.Context, sv Service) error {
	if err := sv.Start(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = append(s.started, sv)
	return nil
}

// Stop stops all of them, the last one first, and joins their errors.
func (s *Stack) Stop(ctx context.Context) error {
	s.mu.Lock()
	all := s.started
	s.started = nil
	s.mu.Unlock()
	var errs []error
	for i := len(all) - 1; i >= 0; i-- {
		errs = append(errs, all[i].Stop(ctx))
	}
	return errors.Join(errs...)
}
