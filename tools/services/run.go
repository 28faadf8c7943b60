package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// runWith runs a command while the services stand.
//
// A service that cannot be had does not stop a laptop from running the other
// tests; those that miss it count as not run. In CI it ends the matter.
func runWith(command []string, signals <-chan os.Signal) int {
	list, release, err := notRunList()
	if err != nil {
		return fails(err)
	}
	defer release()

	code := withServices(command, list, signals)

	// After everything else, so that they are the last lines anybody sees.
	lines, err := services.ReadNotRun(list)
	if err != nil {
		report(err.Error())
		return max(code, failed)
	}
	return tellNotRun(os.Stderr, lines, code)
}

// tellNotRun lists the tests that were not run. In CI those are a failure that lacked something.
func tellNotRun(w io.Writer, lines []string, code int) int {
	slices.Sort(lines)
	var night, lacking []string
	for _, l := range lines {
		if name, is := strings.CutPrefix(l, services.NightMark); is {
			night = append(night, name)
		} else {
			lacking = append(lacking, l)
		}
	}
	tell(w, "left to the night", night)
	tell(w, "for want of what they need", lacking)
	if len(lacking) > 0 && services.InCI() {
		return max(code, failed)
	}
	return code
}

// tell lists tests that were not run, and why.
func tell(w io.Writer, why string, tests []string) {
	if len(tests) == 0 {
		return
	}
	fmt.Fprintf(w, "\n*** NOT RUN: %d tests, %s:\n", len(tests), why)
	for _, l := range tests {
		fmt.Fprintln(w, "***   "+l)
	}
}

func withServices(command []string, list string, signals <-chan os.Signal) (code int) {
	s := services.NewSet(services.Config{Install: true, Report: report})
	defer func() {
		if err := s.Close(); err != nil {
			report(err.Error())
			code = max(code, failed)
		}
	}()
	ctx, cancel := untilSignal(signals)
	defer cancel()
	lacks := s.Start(ctx)
	if ctx.Err() != nil {
		report("interrupted")
		return failed
	}
	cancel() // from here on signals are the command's
	if reportLacks(lacks) != 0 && services.InCI() {
		return failed
	}

	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), s.TestEnv(lacks)...)
	cmd.Env = append(cmd.Env, services.EnvNotRun+"="+list)
	code, err := services.RunChild(cmd, signals)
	if err != nil {
		report(err.Error())
		return 127 // as a shell says for a command that is not there
	}
	return code
}

// notRunList is the file the tests write to: the caller's, or a new one.
func notRunList() (path string, release func(), err error) {
	if path := os.Getenv(services.EnvNotRun); path != "" {
		path, err = filepath.Abs(path) // tests run in their own folders
		return path, func() {}, err
	}
	dir, err := os.MkdirTemp("", "carpeta-no-ejecutadas-")
	return filepath.Join(dir, "lista"), func() { _ = os.RemoveAll(dir) }, err
}
