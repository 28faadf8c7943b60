package services

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Set are the three services of the distributed profile and, for a day of
// development, an issuer of tokens.
type Set struct {
	Rabbit *Rabbit
	Minio  *Minio
	Dynamo *Dynamo
	Issuer *Issuer // nil for tests

	config Config
}

// NewSet describes the three; nothing runs yet.
func NewSet(config Config) *Set {
	return &Set{Rabbit: NewRabbit(config), Minio: NewMinio(config), Dynamo: NewDynamo(config), config: config}
}

// NewSetWithIssuer describes the three and an issuer: all that a server needs.
func NewSetWithIssuer(config Config) *Set {
	s := NewSet(config)
	s.Issuer = NewIssuer(config)
	return s
}

// Missing is a service that could not be had, and why.
type Missing struct {
	Service string
	Cause   error
}

func (f Missing) Error() string { return f.Cause.Error() }
func (f Missing) Unwrap() error { return f.Cause }

// Start starts all at once and returns those that failed; the others
// keep running. Close is due in any case.
func (s *Set) Start(ctx context.Context) []Missing {
	return s.each(func(one *Service) error {
		since := time.Now()
		err := one.Start(ctx)
		if err == nil {
			s.config.report("%s: ready in %.1f s", one.Name, time.Since(since).Seconds())
		} else {
			s.config.report("%s: NOT AVAILABLE", one.Name)
		}
		return err
	})
}

// Close ends them all; calling it again does nothing.
func (s *Set) Close() error {
	var errs []error
	for _, f := range s.each((*Service).Close) {
		errs = append(errs, f)
	}
	return errors.Join(errs...)
}

// Install brings the programs that are missing and starts nothing.
func Install(ctx context.Context, config Config) []Missing {
	config.Install = true
	return NewSet(config).each(func(one *Service) error {
		program, err := one.recipe.program(ctx, config)
		if err == nil {
			config.report("%s: %s", one.Name, program)
		}
		return err
	})
}

// All lists the handles.
func (s *Set) All() []*Service {
	all := []*Service{s.Rabbit.Service, s.Minio.Service, s.Dynamo.Service}
	if s.Issuer != nil {
		all = append(all, s.Issuer.Service)
	}
	return all
}

func (s *Set) each(f func(*Service) error) []Missing {
	all := s.All()
	errs := make([]error, len(all))
	var group sync.WaitGroup
	for i, one := range all {
		group.Go(func() { errs[i] = f(one) })
	}
	group.Wait()
	var missing []Missing
	for i, err := range errs {
		if err != nil {
			missing = append(missing, Missing{all[i].Name, err})
		}
	}
	return missing
}
