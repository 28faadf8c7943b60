package config

import (
	"errors"
	"fmt"
)

// UsageError is a mistake in the arguments or variables: the process ends with ExitCode.
type UsageError struct{ err error }

func (u *UsageError) Error() string { return u.err.Error() }
func (u *UsageError) Unwrap() error { return u.err }

// ExitCode is 2, as shells use it for bad arguments.
func (u *UsageError) ExitCode() int { return 2 }

func usage(errs ...error) error { return &UsageError{errors.Join(errs...)} }

// BadArgument is a *UsageError about an argument that only the command itself can read.
func BadArgument(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// Left ends a command with an exit code of its own: it went well, and left so many findings.
func Left(n int64) error { return left{n} }

type left struct{ n int64 }

func (l left) Error() string { return fmt.Sprintf("%d inconsistencies are left", l.n) }

// ExitCode tells scripts that it is not a failure.
func (left) ExitCode() int { return 3 }
