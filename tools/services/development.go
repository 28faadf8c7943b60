package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// up starts the services detached, or finds them running. Standard output
// carries nothing but export lines: eval "$(services up)" works.
func up(dir string, signals <-chan os.Signal) int {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return fails(err)
	}
	e, release, err := lockedState(dir)
	if err != nil {
		return fails(err)
	}
	defer release()
	if e.allAlive() {
		report("already running in " + dir)
		return printFile(filepath.Join(dir, envFile))
	}
	e.stop() // the remains of a half that died

	s := services.NewSetWithIssuer(services.Config{Dir: dir, Detached: true, Install: true, Report: report})
	ctx, cancel := untilSignal(signals)
	defer cancel()
	if reportLacks(s.Start(ctx)) != 0 {
		_ = s.Close()
		return failed
	}
	if err := noteState(dir, s); err != nil {
		_ = s.Close() // nobody could stop them later
		return fails(err)
	}
	return printFile(filepath.Join(dir, envFile))
}

// down ends what up started; with nothing there it is content.
func down(dir string, erase bool) int {
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		report("nothing runs in " + dir)
		return 0
	}
	e, release, err := lockedState(dir)
	if err != nil {
		return fails(err)
	}
	defer release()
	if left := e.stop(); len(left) > 0 {
		report(fmt.Sprintf("still running: %v", left))
		return failed
	}
	gone := []string{stateFile, envFile}
	if erase {
		// By name: the folder may hold more than is ours.
		for _, one := range services.NewSetWithIssuer(services.Config{}).All() {
			gone = append(gone, one.Name)
		}
		gone = append(gone, cursorsFile)
	}
	for _, name := range gone {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return fails(err)
		}
	}
	report("stopped")
	return 0
}

// lockedState lets one up or down run at a time.
func lockedState(dir string) (e state, release func(), err error) {
	if release, err = services.LockFile(filepath.Join(dir, "up.lock")); err != nil {
		return e, nil, err
	}
	if e, err = readState(dir); err != nil {
		release()
	}
	return e, release, err
}

func fails(err error) int {
	report(err.Error())
	return failed
}

const envFile = "env"

// exports is a shell script. A quote in a value (a folder's name) is the one
// thing that could end it early.
func exports(env []string) string {
	var b strings.Builder
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		fmt.Fprintf(&b, "export %s='%s'\n", name, strings.ReplaceAll(value, "'", `'\''`))
	}
	return b.String()
}

func printFile(file string) int {
	text, err := os.ReadFile(file)
	if err != nil {
		return fails(err)
	}
	fmt.Print(string(text))
	return 0
}
