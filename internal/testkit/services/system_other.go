//go:build !unix

package services

import (
	"errors"
	"os"
	"syscall"
)

// Off Unix the package compiles and its services cannot be had: the tests that
// need them are counted as not run.
var errNoUnix = errors.New("the real services need a Unix system")

func attributes(bool) *syscall.SysProcAttr      { return nil }
func sameGroupAttributes() *syscall.SysProcAttr { return nil }
func pause(*os.Process) error                   { return errNoUnix }
func resume(*os.Process) error                  { return errNoUnix }
func askToEnd(*os.Process) error                { return errNoUnix }
func lockFile(*os.File) error                   { return errNoUnix }

func underTerminal() bool { return false }

func forward(p *os.Process, s os.Signal, _ bool) { _ = p.Signal(s) }

func exitCode(done *os.ProcessState) int { return done.ExitCode() }
