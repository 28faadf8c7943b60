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
