//go:build !unix

package services

import (
	"errors"
	"os"
	"syscall"
)

// Off Unix the package compiles and its services cannot be had: the tests that
// need them are counted as not run.
var errSinUnix = errors.New("the real services need a Unix system")

func atributos(bool) *syscall.SysProcAttr       { return nil }
func atributosMismoGrupo() *syscall.SysProcAttr { return nil }
func pausar(*os.Process) error                  { return errSinUnix }
func continuar(*os.Process) error               { return errSinUnix }
func pedirFin(*os.Process) error                { return errSinUnix }
func cerrar(*os.File) error                     { return errSinUnix }

func delTerminal() bool { return false }

func reenviar(p *os.Process, s os.Signal, _ bool) { _ = p.Signal(s) }

func codigoDe(fin *os.ProcessState) int { return fin.ExitCode() }
